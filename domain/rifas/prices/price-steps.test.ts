import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linePriceCentavos, type PriceStep, unitPriceCentavos } from './price-steps.ts';
import { arePriceSteps } from './valid-price-steps.ts';

const rifa = {
  priceCentavos: 200,
  priceSteps: [
    { fromQuantity: 10, priceCentavos: 180 },
    { fromQuantity: 50, priceCentavos: 150 },
  ],
};

test.each([
  [1, 200, 200],
  [9, 200, 1800],
  [10, 180, 1800],
  [49, 180, 8820],
  [50, 150, 7500],
  [1000, 150, 150_000],
])('prices %i cotas by their step', (quantity, unit, line) => {
  expect(unitPriceCentavos(rifa, quantity)).toBe(unit);
  expect(linePriceCentavos(rifa, quantity)).toBe(line);
  expect(linePriceCentavos({ priceCentavos: 200 }, quantity)).toBe(200 * quantity);
});

test.each<[string, PriceStep[], boolean]>([
  ['none', [], true],
  ['rising quantities at falling prices', rifa.priceSteps, true],
  ['from the first cota', [{ fromQuantity: 1, priceCentavos: 100 }], false],
  ['no cheaper', [{ fromQuantity: 2, priceCentavos: 200 }], false],
  ['for nothing', [{ fromQuantity: 2, priceCentavos: 0 }], false],
  ['out of order', rifa.priceSteps.toReversed(), false],
])('%s', (_name, steps, valid) => {
  expect(arePriceSteps(200, steps)).toBe(valid);
});

test('never raises the unit price with the quantity', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), (quantity) => {
      expect(unitPriceCentavos(rifa, quantity + 1)).toBeLessThanOrEqual(unitPriceCentavos(rifa, quantity));
    }),
  );
});
