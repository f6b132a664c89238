import { MAX_CART_LINES, MAX_SUGGESTED_NUMBERS } from './limits.ts';
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
  removeItem,
  renewCart,
  replaceNumbers,
} from './cart.ts';
import { parseCart } from './stored-cart.ts';
import { drawDistinct } from './draw-distinct.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-22T12:00:00Z');
const item: CartItem = {
  id: 'i1',
  rifaId: 'r1',
  quantity: 5,
  tier: 'tier1',
  bonusQuantity: 1,
  selectedNumbers: [3, 14, 15, 92, 653, 900],
  addedAt: now.toISOString(),
  rifaTitle: 'Moto na orla',
  rifaPriceCentavos: 250,
  rifaImage: '/rifas/moto.svg',
  totalNumbers: 1000,
  maxPerOrder: 500,
};
const { cart } = addItem(newCart('anon_0123456789abcdefghijkl', now), item, later);

test('expires 30 days after creation, regardless of changes', () => {
  expect(CART_LIFETIME_MS).toBe(30 * 24 * 3_600_000);
  expect(isExpired(cart, new Date(now.getTime() + CART_LIFETIME_MS - 1))).toBe(false);
  expect(isExpired(cart, new Date(now.getTime() + CART_LIFETIME_MS))).toBe(true);
  expect(cart.lastUpdated).toBe(later.toISOString());
});

// @covers storefront 4: cart session: created, reused, replaced when expired or unreadable; 30 days; other tabs
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
  const line = { ...item, id: 'i2', quantity: 2, tier: null, bonusQuantity: 0, selectedNumbers: [1, 2] };
  const { cart: two } = addItem(cart, line, later);
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
  // @covers storefront 5: cart quantity never below 1
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

describe('a number is in the cart once', () => {
  const single = { ...item, id: 'i2', tier: null, bonusQuantity: 0 };

  test('omits chosen numbers that another line has', () => {
    const added = addItem(cart, { ...single, quantity: 2, selectedNumbers: [3, 5], chosen: true }, now);
    expect(added).toMatchObject({ duplicates: [3], rejected: null });
    expect(added.cart.items[1]).toMatchObject({ quantity: 1, selectedNumbers: [5] });
  });
  test('rejects a line whose chosen numbers are all in the cart', () => {
    const added = addItem(cart, { ...single, quantity: 1, selectedNumbers: [3], chosen: true }, now);
    expect(added).toEqual({ cart, duplicates: [3], rejected: 'duplicate' });
  });
  test('keeps the quantity of suggested numbers', () => {
    const added = addItem(cart, { ...single, quantity: 2, selectedNumbers: [3, 5] }, now);
    expect(added.cart.items[1]).toMatchObject({ quantity: 2, selectedNumbers: [5] });
  });
  test('keeps the same number of two rifas', () => {
    const sameNumber = { ...single, rifaId: 'r2', quantity: 1, selectedNumbers: [3], chosen: true };
    expect(addItem(cart, sameNumber, now).cart.items[1]!.selectedNumbers).toEqual([3]);
  });
  test('draws no number of another line when a quantity grows', () => {
    const { cart: twoLines } = addItem(cart, { ...single, quantity: 1, selectedNumbers: [5] }, now);
    const grown = changeQuantity(twoLines, 'i2', 3, [3, 6], now);
    expect(grown.items[1]).toMatchObject({ quantity: 3, selectedNumbers: [5, 6] });
  });
});

describe('bounds', () => {
  test('reduces a quantity to the limit per order', () => {
    expect(changeQuantity(cart, 'i1', 1_000_000, [], now).items[0]!.quantity).toBe(500);
  });
  test('keeps a limited count of suggested numbers', () => {
    const numbers = Array.from({ length: 400 }, (_, index) => index + 1);
    const [line] = changeQuantity(cart, 'i1', 400, numbers, now).items;
    expect(line).toMatchObject({ quantity: 400 });
    expect(line!.selectedNumbers).toHaveLength(MAX_SUGGESTED_NUMBERS);
  });
  test('limits the cart to the lines of an order', () => {
    let full = cart;
    for (let line = 1; line < MAX_CART_LINES; line++)
      full = addItem(full, { ...item, id: `line${line}`, selectedNumbers: [] }, now).cart;
    expect(addItem(full, { ...item, id: 'more', selectedNumbers: [] }, now).rejected).toBe('full');
  });
});

test('parses invalid storage as null', () => {
  expect(parseCart(JSON.stringify(cart))).toEqual(cart);
  for (const text of [null, '', '{', 'null', '[]', '{"sessionId":"x"}']) expect(parseCart(text)).toBeNull();
  fc.assert(fc.property(fc.json(), (text) => parseCart(text) === null));
});

// @covers storefront 5: numbers distinct, within the rifa, ascending [domain/cart/draw-distinct.ts]
test('draws distinct free numbers in range, in ascending order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 400 }),
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 50 }),
      (max, count, values) => {
        const taken = [1, 5, 5, 301, -2];
        const excluded = new Set(taken.filter((number) => number >= 1 && number <= max));
        let calls = 0;
        // Multiples of the golden ratio reach every number, so the draw terminates for any first values.
        const random = () => values[calls++] ?? (calls * 0.6180339887498949) % 1;
        const numbers = drawDistinct(count, max, random, taken);
        expect(numbers).toHaveLength(Math.min(count, max - excluded.size));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(numbers.every((number) => number >= 1 && number <= max && !excluded.has(number))).toBe(true);
      },
    ),
  );
});
