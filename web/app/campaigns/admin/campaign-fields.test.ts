import { expect, test } from 'vitest';
import { PER_MINUTE } from '@mare/domain/campaigns/campaign-state.ts';
import { EVERYONE } from '@mare/domain/campaigns/audience.ts';
import { absentMessage, campaignOf, fieldsOf, maxSpentMessage, typedAudience } from './campaign-fields.ts';

const CAMPAIGN = {
  ...EVERYONE,
  name: 'Rifa nova',
  subject: 'Chegou',
  body: 'Oi',
  buttonLabel: '',
  buttonPath: '/',
  kind: 'marketing' as const,
  perMinute: PER_MINUTE.usual,
};
const EMPTY = fieldsOf(CAMPAIGN);

test.each([
  CAMPAIGN,
  { ...CAMPAIGN, boughtWithinDays: 90, absentDays: 30, minSpentCentavos: 0, maxSpentCentavos: 1_250_50 },
])('keeps the conditions that it shows', (campaign) => {
  expect(campaignOf(fieldsOf(campaign))).toEqual(campaign);
});

test.each([
  [{ boughtWithinDays: '0' }, null],
  [{ boughtWithinDays: '3651' }, null],
  [{ boughtWithinDays: 'x' }, null],
  [{ minSpentCentavos: '1,234' }, null],
  [{ boughtWithinDays: '30', absentDays: '30' }, null],
  [{ minSpentCentavos: '50', maxSpentCentavos: '49,99' }, null],
  [{ boughtWithinDays: ' 7 ' }, { ...EVERYONE, boughtWithinDays: 7 }],
  [
    { minSpentCentavos: '50', maxSpentCentavos: '50' },
    { ...EVERYONE, minSpentCentavos: 50_00, maxSpentCentavos: 50_00 },
  ],
])('reads %o', (typed, audience) => {
  expect(typedAudience({ ...EMPTY, ...typed })).toEqual(audience);
});

test('reports which of two limits is wrong', () => {
  expect(absentMessage({ ...EMPTY, boughtWithinDays: '30', absentDays: '60' })).toBe(
    'Precisa ser menor que o outro.',
  );
  expect(maxSpentMessage({ ...EMPTY, minSpentCentavos: '50', maxSpentCentavos: '10' })).toBe(
    'Precisa ser maior que o mínimo.',
  );
});
