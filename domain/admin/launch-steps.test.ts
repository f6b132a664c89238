import { expect, test } from 'vitest';
import { LAUNCH_STEPS, type LaunchFacts, launchSteps } from './launch-steps.ts';

const ready: LaunchFacts = {
  brandSaved: true,
  organiser: { name: 'Sorte Ltda.', cnpj: '11222333000181', address: 'Rua do Sol, 1' },
  supportEmail: 'ajuda@exemplo.com.br',
  privacyEmail: 'dados@exemplo.com.br',
  takesPayments: true,
  sendsMail: true,
  admins: 2,
  publishedRifas: 1,
};

const missing = (changes: Partial<LaunchFacts>) =>
  launchSteps({ ...ready, ...changes })
    .filter(({ done }) => !done)
    .map(({ step }) => step);

test('returns no step for a complete shop', () => {
  expect(missing({})).toEqual([]);
  expect(launchSteps(ready).map(({ step }) => step)).toEqual(LAUNCH_STEPS);
});

test.each([
  ['brand', { brandSaved: false }],
  ['organiser', { organiser: { ...ready.organiser, address: '' } }],
  ['support', { supportEmail: '' }],
  ['privacy', { privacyEmail: '' }],
  ['payments', { takesPayments: false }],
  ['mail', { sendsMail: false }],
  ['team', { admins: 1 }],
  ['rifa', { publishedRifas: 0 }],
] as const)('names %s as missing', (step, changes) => {
  expect(missing(changes)).toEqual([step]);
});
