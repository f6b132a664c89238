import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CONSENT_PURPOSES,
  CONSENT_TEXT,
  CONSENT_TEXTS,
  type Consent,
  consentOf,
  EVERYTHING,
  type StoredConsent,
  NECESSARY_ONLY,
} from './consent.ts';

const on = (day: number, choices = EVERYTHING): Consent => ({
  ...choices,
  textVersion: CONSENT_TEXT.version,
  decidedAt: `2026-11-${day}T12:00:00.000Z`,
});
const stored = (consent: Consent, userId: string | null): StoredConsent => ({ ...consent, userId });

const declined = on(20, NECESSARY_ONLY);

test('allows nothing by default', () => {
  expect(Object.keys(NECESSARY_ONLY)).toEqual([...CONSENT_PURPOSES]);
  expect(Object.values(NECESSARY_ONLY)).toEqual([false, false]);
});

// @covers storefront 3: consent to measurement and reminders is asked for, stored with time and text, and can be
//   changed: 'Só o necessário', 'Escolher', 'Salvar escolhas', 'Escolhas de privacidade'
test('numbers consent texts in order', () => {
  expect(CONSENT_TEXTS.map(({ version }) => version)).toEqual(CONSENT_TEXTS.map((_, index) => index + 1));
});

test.each<[string, Consent | null, StoredConsent | null, Consent | null]>([
  ['not asked yet', null, null, null],
  ['chosen as a visitor', null, stored(on(20), null), stored(on(20), null)],
  ['chosen in another browser', on(20), null, on(20)],
  ['changed as a visitor since', on(20), stored(on(21, NECESSARY_ONLY), null), on(20)],
  ['declined in the account, accepted as a visitor', declined, stored(on(21), null), declined],
  ['changed by the user, not saved yet', declined, stored(on(21), 'ana'), stored(on(21), 'ana')],
  [
    'accepted as a visitor after declining an outdated text',
    { ...declined, textVersion: 0 },
    stored(on(21), null),
    null,
  ],
  ['changed in the account since', on(21), stored(on(20), 'ana'), on(21)],
  ['another user’s browser', null, stored(on(22), 'bia'), null],
  [
    'another user’s browser, with a choice in the account',
    on(20, NECESSARY_ONLY),
    stored(on(22), 'bia'),
    on(20, NECESSARY_ONLY),
  ],
  ['accepted an outdated text', { ...on(20), textVersion: 0 }, null, null],
])('%s', (_, account, browser, counts) => {
  expect(consentOf('ana', account, browser)).toEqual(counts);
});

test('keeps a consent that the account declined, whatever the visitor chose', () => {
  const choices = fc.record({ measurement: fc.boolean(), marketing: fc.boolean() });
  const day = fc.integer({ min: 10, max: 28 });
  fc.assert(
    fc.property(choices, day, choices, day, (accountChoices, accountDay, visitorChoices, visitorDay) => {
      const account = on(accountDay, accountChoices);
      expect(consentOf('ana', account, stored(on(visitorDay, visitorChoices), null))).toEqual(account);
      expect(consentOf('ana', account, stored(on(visitorDay, visitorChoices), 'bia'))).toEqual(account);
    }),
  );
});
