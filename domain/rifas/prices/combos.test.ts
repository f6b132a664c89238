import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cheapestParts, type Combo, linePriceCentavos } from './price-steps.ts';
import { areCombos } from './valid-combos.ts';

const rifa = {
  priceCentavos: 200,
  combos: [
    { quantity: 10, priceCentavos: 1500 },
    { quantity: 25, priceCentavos: 3500 },
  ],
};

test.each([
  [1, 200],
  [9, 1800],
  [10, 1500],
  [11, 1700],
  [20, 3000],
  [25, 3500],
  [36, 5200],
  [50, 7000],
])('prices %i cotas at %i centavos', (quantity, centavos) => {
  expect(linePriceCentavos(rifa, quantity)).toBe(centavos);
});

// @covers beyond: combos: the cheapest combination; 'Adicionar combo' [domain/rifas/prices/price-steps.ts,
//   web/app/purchase/choose/combo-list.tsx]
test('splits 36 cotas into combos of 25 and 10 and a single cota', () => {
  expect(cheapestParts(rifa, 36)).toEqual({ singles: 1, combos: [rifa.combos[1], rifa.combos[0]] });
});

test('uses the progressive price if it is lower', () => {
  const stepped = { ...rifa, priceSteps: [{ fromQuantity: 30, priceCentavos: 120 }] };
  expect(linePriceCentavos(stepped, 29)).toBe(3500 + 4 * 200);
  expect(linePriceCentavos(stepped, 30)).toBe(30 * 120);
});

test.each<[string, Combo[], boolean]>([
  ['none', [], true],
  ['larger ones with a lower unit price', rifa.combos, true],
  ['out of order', rifa.combos.toReversed(), false],
  [
    'a larger one without a lower unit price',
    [rifa.combos[0]!, { quantity: 20, priceCentavos: 3000 }],
    false,
  ],
  ['no cheaper than single cotas', [{ quantity: 10, priceCentavos: 2000 }], false],
  ['of one cota', [{ quantity: 1, priceCentavos: 100 }], false],
  ['for nothing', [{ quantity: 10, priceCentavos: 0 }], false],
])('%s', (_name, combos, valid) => {
  expect(areCombos({ priceCentavos: 200 }, combos)).toBe(valid);
});

const prices = fc.record({
  priceCentavos: fc.integer({ min: 1, max: 500 }),
  combos: fc.uniqueArray(
    fc.record({ quantity: fc.integer({ min: 2, max: 9 }), priceCentavos: fc.integer({ min: 1, max: 4000 }) }),
    { maxLength: 3, selector: ({ quantity }) => quantity },
  ),
});

test('splits a line into parts whose quantities and prices add up', () => {
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 120 }), (price, quantity) => {
      const { singles, combos } = cheapestParts(price, quantity);
      expect(combos.every((combo) => price.combos.includes(combo))).toBe(true);
      expect(combos.reduce((sum, combo) => sum + combo.quantity, singles)).toBe(quantity);
      expect(linePriceCentavos(price, quantity)).toBe(
        combos.reduce((sum, combo) => sum + combo.priceCentavos, singles * price.priceCentavos),
      );
    }),
  );
});

test('finds the minimum price over all splits', () => {
  const cheapest = (price: typeof rifa, quantity: number): number =>
    Math.min(
      quantity * price.priceCentavos,
      ...price.combos
        .filter((combo) => combo.quantity <= quantity)
        .map((combo) => combo.priceCentavos + cheapest(price, quantity - combo.quantity)),
    );
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 16 }), (price, quantity) => {
      expect(linePriceCentavos(price, quantity)).toBe(cheapest(price, quantity));
    }),
  );
});

test('never prices a line above two lines of the same total quantity', () => {
  const cotas = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(prices, cotas, cotas, (price, first, second) => {
      const twoLines = linePriceCentavos(price, first) + linePriceCentavos(price, second);
      expect(linePriceCentavos(price, first + second)).toBeLessThanOrEqual(twoLines);
    }),
  );
});
