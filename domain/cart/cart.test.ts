import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addItem,
  CART_LIFETIME_MS,
  type CartItem,
  cartStats,
  changeQuantity,
  emptyCart,
  isExpired,
  newCart,
  NUMBERS_SHOWN,
  parseCart,
  removeItem,
  renewCart,
  replaceNumbers,
} from './cart.ts';
import { drawDistinct } from './draw-distinct.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-22T12:00:00Z');
const item: CartItem = {
  id: 'i1',
  rifaId: 'r1',
  quantity: 5,
  tier: 'tier1',
  selectedNumbers: [3, 14, 15, 92, 653, 900],
  addedAt: now.toISOString(),
  rifaTitle: 'Moto na orla',
  rifaPriceCentavos: 250,
  rifaImage: '/rifas/moto.svg',
  totalNumbers: 1000,
};
const cart = addItem(newCart('anon_0123456789abcdefghijkl', now), item, later);

test('expires 30 days after creation, regardless of changes', () => {
  expect(CART_LIFETIME_MS).toBe(30 * 24 * 3_600_000);
  expect(isExpired(cart, new Date(now.getTime() + CART_LIFETIME_MS - 1))).toBe(false);
  expect(isExpired(cart, new Date(now.getTime() + CART_LIFETIME_MS))).toBe(true);
  expect(cart.lastUpdated).toBe(later.toISOString());
});

test('renews a cart in a new session with new item ids', () => {
  const fresh = { ...newCart('anon_fresh', later), userId: 'u1' };
  const renewed = renewCart(cart, fresh, () => 'i2');
  expect(renewed).toEqual({ ...fresh, items: [{ ...item, id: 'i2' }] });
  expect(parseCart(JSON.stringify(renewed))).toEqual(renewed);
});

test('shows the first five numbers of a line', () => {
  expect(NUMBERS_SHOWN).toBe(5);
});

test('excludes bonus cotas from quantity and price', () => {
  const two = addItem(cart, { ...item, id: 'i2', quantity: 2, tier: null, selectedNumbers: [1, 2] }, later);
  expect(cartStats(two.items)).toEqual({ totalItems: 7, totalValueCentavos: 1750, uniqueRifas: 1 });
});

describe('changing the quantity', () => {
  test('removes the plan and its bonus', () => {
    const [line] = changeQuantity(cart, 'i1', 4, [], now).items;
    expect(line).toMatchObject({ quantity: 4, tier: null, selectedNumbers: [3, 14, 15, 92] });
  });
  test('adds the numbers drawn for it, without duplicates', () => {
    const [line] = changeQuantity(cart, 'i1', 8, [14, 7, 999], now).items;
    expect(line!.selectedNumbers).toEqual([3, 7, 14, 15, 92, 653, 900, 999]);
  });
  test.each([0, -1, 1.5, Number.NaN])('ignores a change to %d', (quantity) => {
    expect(changeQuantity(cart, 'i1', quantity, [], now)).toBe(cart);
  });
});

test('replaces numbers that were sold and keeps quantity and plan', () => {
  const [line] = replaceNumbers(cart, 'i1', [14, 900], [7, 15, 8], now).items;
  expect(line).toMatchObject({ quantity: item.quantity, tier: item.tier });
  expect(line!.selectedNumbers).toEqual([3, 7, 8, 15, 92, 653]);
  expect(replaceNumbers(cart, 'other', [3], [4], now).items).toEqual(cart.items);
});

test('removes one line or all lines', () => {
  expect(removeItem(cart, 'i1', now).items).toEqual([]);
  expect(removeItem(cart, 'other', now).items).toHaveLength(1);
  expect(emptyCart(cart, now).items).toEqual([]);
});

test('parses invalid storage as null', () => {
  expect(parseCart(JSON.stringify(cart))).toEqual(cart);
  for (const text of [null, '', '{', 'null', '[]', '{"sessionId":"x"}']) expect(parseCart(text)).toBeNull();
  expect(parseCart(JSON.stringify({ ...cart, items: [{ ...item, quantity: '5' }] }))).toBeNull();
  fc.assert(fc.property(fc.json(), (text) => parseCart(text) === null));
});

test('draws distinct numbers in range and ascending, none of them taken', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 400 }),
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 50 }),
      (max, count, values) => {
        const taken = [1, 5, 5, 301, -2];
        const excluded = new Set(taken.filter((number) => number >= 1 && number <= max));
        let calls = 0;
        // Multiples of the golden ratio reach every number, so the draw ends for any first values.
        const random = () => values[calls++] ?? (calls * 0.6180339887498949) % 1;
        const numbers = drawDistinct(count, max, random, taken);
        expect(numbers).toHaveLength(Math.min(count, max - excluded.size));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(numbers.every((number) => number >= 1 && number <= max && !excluded.has(number))).toBe(true);
      },
    ),
  );
});
