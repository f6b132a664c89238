import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CartItem, cartStats, newCart } from './cart.ts';
import { parseCart } from './stored-cart.ts';

const now = new Date('2026-11-21T12:00:00Z');
const line: CartItem = {
  id: 'i1',
  rifaId: 'r1',
  quantity: 2,
  tier: null,
  bonusQuantity: 0,
  selectedNumbers: [3, 14],
  addedAt: now.toISOString(),
  rifaTitle: 'Moto na orla',
  rifaPriceCentavos: 250,
  rifaImage: '/rifas/moto.svg',
  totalNumbers: 1000,
  maxPerOrder: 500,
  combos: [{ quantity: 10, priceCentavos: 2000 }],
};
const session = newCart('anon_0123456789abcdefghijkl', now);
const read = (...items: unknown[]) => parseCart(JSON.stringify({ ...session, items }))?.items;

test('reads back what was stored', () => {
  expect(read(line)).toEqual([line]);
});

test.each([
  ['a quantity of zero', { ...line, quantity: 0 }],
  ['a quantity as text', { ...line, quantity: '2' }],
  ['no title', { ...line, rifaTitle: undefined }],
  ['null', null],
])('drops a line with %s and keeps the others', (_, invalid) => {
  expect(read(invalid, { ...line, id: 'i2' })).toEqual([{ ...line, id: 'i2' }]);
});

test('drops invalid combos, steps and numbers of a line and keeps the line', () => {
  const steps = [null, { fromQuantity: 'x' }];
  const damaged = {
    ...line,
    combos: [null, ...line.combos!],
    priceSteps: steps,
    selectedNumbers: [3, 'x', 14, 5000],
  };
  expect(read(damaged)).toEqual([line]);
});

test('reduces a stored quantity to the limit per order', () => {
  expect(read({ ...line, quantity: 9_999_999 })![0]!.quantity).toBe(500);
});

test('reads the bonus of a line that was stored without one', () => {
  const { bonusQuantity: _, ...old } = line;
  expect(read({ ...old, tier: 'tier1', selectedNumbers: [1, 2, 3] })![0]!.bonusQuantity).toBe(1);
});

test('removes a duplicate number from the second line', () => {
  expect(
    read(line, { ...line, id: 'i2', quantity: 2, selectedNumbers: [3, 4] })![1]!.selectedNumbers,
  ).toEqual([4]);
});

test('prices every parsed cart', () => {
  const invalidValue = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.array(fc.constant(null)));
  const damagedLine = fc.record(
    Object.fromEntries(
      Object.entries(line).map(([key, value]) => [key, fc.oneof(fc.constant(value), invalidValue)]),
    ),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(damagedLine, fc.jsonValue()), { maxLength: 5 }), (items) => {
      const { totalValueCentavos } = cartStats(read(...items)!);
      expect(Number.isSafeInteger(totalValueCentavos)).toBe(true);
    }),
  );
});
