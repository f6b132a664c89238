import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectSales } from './project-sales.ts';

const now = new Date('2026-11-02T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

test('projects steady sales to one moment', () => {
  const projection = projectSales(
    { sold: 300, total: 1000, cotasByDay: [100, 100, 100], salesEndAt: inDays(10) },
    now,
  )!;
  expect(projection.verdict).toBe('sells_out');
  expect(projection.soldOutAt).toEqual({ low: inDays(7), middle: inDays(7), high: inDays(7) });
});

test('widens the range when days differ, and reports uncertainty', () => {
  const projection = projectSales(
    { sold: 300, total: 1000, cotasByDay: [160, 40, 100], salesEndAt: inDays(7) },
    now,
  )!;
  expect(projection.verdict).toBe('may_sell_out');
  expect(projection.soldOutAt.low).toBeNull();
  expect(projection.soldOutAt.high! < inDays(7)).toBe(true);
  expect(projection.soldAtEnd.low).toBeLessThan(1000);
});

test('projects nothing from less than two days, after the end of sales or when sold out', () => {
  const rifa = { sold: 10, total: 100, cotasByDay: [5, 5], salesEndAt: inDays(3) };
  expect(projectSales({ ...rifa, cotasByDay: [5] }, now)).toBeNull();
  expect(projectSales({ ...rifa, salesEndAt: now }, now)).toBeNull();
  expect(projectSales({ ...rifa, sold: 100 }, now)).toBeNull();
});

test('rates a rifa without sales for days as unlikely to sell out', () => {
  const rifa = { sold: 10, total: 100, cotasByDay: [0, 0, 0], salesEndAt: inDays(3) };
  expect(projectSales(rifa, now)).toMatchObject({ verdict: 'unlikely', soldAtEnd: { low: 10, high: 10 } });
});

const rifa = fc.record({
  sold: fc.nat(999),
  total: fc.constant(1000),
  cotasByDay: fc.array(fc.nat(500), { minLength: 2, maxLength: 9 }),
  salesEndAt: fc.integer({ min: 1, max: 400 }).map((hours) => inDays(hours / 24)),
});

test('keeps the range in order, within the stock and before the end of sales', () => {
  fc.assert(
    fc.property(rifa, (facts) => {
      const { soldAtEnd, soldOutAt, verdict } = projectSales(facts, now)!;
      expect(soldAtEnd.low).toBeLessThanOrEqual(soldAtEnd.middle);
      expect(soldAtEnd.middle).toBeLessThanOrEqual(soldAtEnd.high);
      expect(soldAtEnd.low).toBeGreaterThanOrEqual(facts.sold);
      expect(soldAtEnd.high).toBeLessThanOrEqual(facts.total);
      for (const at of [soldOutAt.low, soldOutAt.middle, soldOutAt.high])
        expect(at === null || (at > now && at <= facts.salesEndAt)).toBe(true);
      expect(verdict === 'unlikely').toBe(soldOutAt.high === null);
    }),
  );
});

test('never lowers the projection for more sales', () => {
  fc.assert(
    fc.property(rifa, fc.integer({ min: 1, max: 300 }), (facts, more) => {
      const sellingMore = { ...facts, cotasByDay: facts.cotasByDay.map((cotas) => cotas + more) };
      expect(projectSales(sellingMore, now)!.soldAtEnd.middle).toBeGreaterThanOrEqual(
        projectSales(facts, now)!.soldAtEnd.middle,
      );
    }),
  );
});
