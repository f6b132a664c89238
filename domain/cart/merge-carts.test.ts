import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CartItem } from './cart.ts';
import { agreedLines, mergeLines, reconcileLines } from './merge-carts.ts';

let ids = 0;
const line = (changes: Partial<CartItem> = {}): CartItem => ({
  id: `i${++ids}`,
  rifaId: 'r1',
  quantity: 2,
  tier: null,
  bonusQuantity: 0,
  selectedNumbers: [1, 2],
  addedAt: '2026-11-21T12:00:00Z',
  rifaTitle: 'Moto',
  rifaPriceCentavos: 100,
  rifaImage: '',
  totalNumbers: 1000,
  maxPerOrder: 10,
  ...changes,
});
const plan = { tier: 'tier1', quantity: 5, bonusQuantity: 1, selectedNumbers: [11, 12, 13, 14, 15, 16] };

describe('merging at sign-in', () => {
  test('joins the lines of a rifa', () => {
    const { items, notes } = mergeLines([line()], [line({ quantity: 3, selectedNumbers: [2, 7, 8] })]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ quantity: 5, selectedNumbers: [1, 2, 7, 8] });
    expect(notes).toEqual([]);
  });
  test('counts a number picked on both sides once', () => {
    const { items } = mergeLines(
      [line({ chosen: true })],
      [line({ chosen: true, quantity: 2, selectedNumbers: [2, 3] })],
    );
    expect(items[0]).toMatchObject({ quantity: 3, selectedNumbers: [1, 2, 3] });
  });
  test('keeps the bonus of a plan', () => {
    const { items } = mergeLines([line()], [line(plan)]);
    expect(items.map(({ quantity, bonusQuantity }) => [quantity, bonusQuantity])).toEqual([
      [2, 0],
      [5, 1],
    ]);
  });
  test('reduces a rifa to its limit and reports it', () => {
    const { items, notes } = mergeLines([line({ quantity: 8 })], [line({ quantity: 8 })]);
    expect(items[0]!.quantity).toBe(10);
    expect(notes).toEqual([{ kind: 'limited', rifaId: 'r1', title: 'Moto', max: 10 }]);
  });
  test('drops a plan that does not fit and reports it', () => {
    const { items, notes } = mergeLines([line({ quantity: 8 })], [line(plan)]);
    expect(items).toHaveLength(1);
    expect(notes).toMatchObject([{ kind: 'dropped' }]);
  });
  test('exceeds no limit and repeats no number in any merge', () => {
    const anyLines = fc.array(
      fc
        .record({
          rifaId: fc.constantFrom('r1', 'r2'),
          quantity: fc.integer({ min: 1, max: 10 }),
          selectedNumbers: fc.uniqueArray(fc.integer({ min: 1, max: 15 }), { maxLength: 10 }),
          chosen: fc.boolean(),
        })
        .map((changes) =>
          line({
            ...changes,
            quantity: changes.chosen ? Math.max(1, changes.selectedNumbers.length) : changes.quantity,
          }),
        ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(anyLines, anyLines, (visitorLines, accountLines) => {
        const start = mergeLines([], visitorLines).items;
        const { items } = mergeLines(start, accountLines);
        for (const rifaId of ['r1', 'r2']) {
          const lines = items.filter((item) => item.rifaId === rifaId);
          expect(lines.reduce((sum, item) => sum + item.quantity, 0)).toBeLessThanOrEqual(10);
          const numbers = lines.flatMap((item) => item.selectedNumbers);
          expect(new Set(numbers).size).toBe(numbers.length);
        }
      }),
    );
  });
});

describe('reconciling two devices', () => {
  const [a, b, c] = [line({ rifaId: 'a' }), line({ rifaId: 'b' }), line({ rifaId: 'c' })];
  const agreed = agreedLines([a, b]);

  test('keeps what either side added', () => {
    const d = line({ rifaId: 'd' });
    expect(reconcileLines(agreed, [a, b, c], [a, b, d])).toEqual([a, b, c, d]);
  });
  test('removes what either side removed', () => {
    expect(reconcileLines(agreed, [a], [a, b])).toEqual([a]);
    expect(reconcileLines(agreed, [a, b], [b])).toEqual([b]);
  });
  test('keeps the quantity of this device', () => {
    const edited = { ...a, quantity: 7 };
    expect(reconcileLines(agreed, [edited, b], [a, b])).toEqual([edited, b]);
  });
  test('takes a quantity that only the other device changed', () => {
    const edited = { ...a, quantity: 7 };
    expect(reconcileLines(agreed, [a, b], [edited, b])).toEqual([edited, b]);
  });
  test('keeps this device’s quantity of a line that both changed', () => {
    const edited = { ...a, quantity: 7 };
    expect(reconcileLines(agreed, [edited, b], [{ ...a, quantity: 9 }, b])).toEqual([edited, b]);
  });
  test('keeps this device’s lines while it is unknown which side changed', () => {
    const ids = [{ id: a.id }, { id: b.id }];
    expect(reconcileLines(ids, [a, b], [{ ...a, quantity: 7 }, b])).toEqual([a, b]);
  });
  test('keeps a number once when both devices chose it', () => {
    const theirs = { ...a, selectedNumbers: [1, 5] };
    const mine = line({ rifaId: 'a', chosen: true, selectedNumbers: [5, 6] });
    const [one, other] = reconcileLines(agreed, [a, b, mine], [theirs, b]).filter(
      ({ rifaId }) => rifaId === 'a',
    );
    expect([one!.selectedNumbers, other!.selectedNumbers]).toEqual([[1, 5], [6]]);
  });
});
