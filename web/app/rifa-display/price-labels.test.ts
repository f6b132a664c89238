import { expect, test } from 'vitest';
import { cotasLabel, priceBreakdown } from './price-labels.ts';

const price = {
  priceCentavos: 200,
  combos: [
    { quantity: 10, priceCentavos: 1500 },
    { quantity: 25, priceCentavos: 3500 },
  ],
};

test.each([
  [3, '3 × R$ 2,00'],
  [10, 'combo de 10'],
  [23, '2 combos de 10 + 3 × R$ 2,00'],
  [36, 'combo de 25 + combo de 10 + 1 × R$ 2,00'],
])('describes the price of %i cotas as %s', (quantity, label) => {
  expect(priceBreakdown(price, quantity).replaceAll('\u00a0', ' ')).toBe(label);
});

test('multiplies the unit price without combos', () => {
  expect(priceBreakdown({ priceCentavos: 500 }, 4).replaceAll('\u00a0', ' ')).toBe('4 × R$ 5,00');
});

test.each([
  [1, 0, '1 cota'],
  [5, 1, '6 cotas (5 + 1 grátis)'],
  [1000, 250, '1.250 cotas (1.000 + 250 grátis)'],
])('describes %i paid and %i free cotas as %s', (paid, bonus, label) => {
  expect(cotasLabel(paid, bonus)).toBe(label);
});
