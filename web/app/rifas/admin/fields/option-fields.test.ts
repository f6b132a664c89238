import { expect, test } from 'vitest';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { optionFieldsOf, optionsOf } from './option-fields.ts';
import { termsFieldsOf, termsOf } from './terms-fields.ts';

const withoutOptions: RifaOptions = {
  vipOnly: false,
  vipHours: 0,
  choosesNumbers: true,
  maxPerPerson: null,
  allowsGifts: true,
  drawsEarly: false,
  unsoldPolicy: 'draw',
  unsoldMinPercent: 0,
  salesEndMinutes: 60,
  announcesMilestones: true,
  showsBuyers: false,
  extremes: null,
  instantPrizes: [],
};
const withAllOptions: RifaOptions = {
  ...withoutOptions,
  vipHours: 24,
  maxPerPerson: 500,
  unsoldPolicy: 'refund',
  unsoldMinPercent: 40,
  extremes: { prize: 'R$ 100 no Pix', from: '2026-12-01T03:00:00.000Z', to: '2026-12-08T03:00:00.000Z' },
  instantPrizes: [
    { name: 'Pix', valueCentavos: 10_050, count: 3 },
    { name: 'Boné', valueCentavos: null, count: 1 },
  ],
};

test.each([withoutOptions, withAllOptions])('round-trips options through the form: %j', (options) => {
  expect(optionsOf(optionFieldsOf(options), null)).toEqual(options);
});

test('keeps the times of an announced prize to the second', () => {
  const extremes = { ...withAllOptions.extremes!, from: '2026-12-01T03:00:27.000Z' };
  expect(optionsOf(optionFieldsOf({ ...withAllOptions, extremes }), extremes).extremes).toEqual(extremes);
});

test('skips cotas premiadas without a name', () => {
  const fields = optionFieldsOf(withoutOptions);
  const instantPrizes = [
    { name: ' ', value: '10', count: '2' },
    { name: ' Pix ', value: '10', count: '' },
  ];
  expect(optionsOf({ ...fields, instantPrizes }, null).instantPrizes).toEqual([
    { name: 'Pix', valueCentavos: 1_000, count: 1 },
  ]);
});

test('round-trips terms through the form', () => {
  const terms = {
    priceSteps: [{ fromQuantity: 10, priceCentavos: 180 }],
    combos: [{ quantity: 20, priceCentavos: 3_000 }],
    plans: null,
    drawFallback: 'lot' as const,
    cotaWinsOnce: true,
  };
  expect(termsOf(termsFieldsOf(terms))).toEqual(terms);
});
