import fc from 'fast-check';
import { expect, test } from 'vitest';
import { greetingName } from './greeting.ts';
import { AT_RISK_AFTER_DAYS, type BuyingHistory, type Segment, segmentOf } from './segments.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

test.each<[Segment, number, number, number | null]>([
  ['new', 0, 0, null],
  ['casual', 1, 500, 0],
  ['casual', 3, 99_999, 60],
  ['regular', 4, 500, 1],
  ['regular', 19, 99_999, 60],
  ['vip', 20, 500, 1],
  ['vip', 1, 100_000, 1],
  ['at_risk', 1, 500, 60.01],
  ['at_risk', 50, 900_000, 400],
])('%s: %i orders, %i centavos, the last %s days ago', (segment, paidOrders, spentCentavos, days) => {
  const lastPaidAt = days === null ? null : daysAgo(days);
  expect(segmentOf({ paidOrders, spentCentavos, lastPaidAt }, now)).toBe(segment);
});

// @covers storefront 3: segment of a profile: new, casual, regular, vip, at_risk, by one rule over paid orders
//   [domain/personalization/segments.ts]
test('never lowers the segment after an order', () => {
  const rank: Segment[] = ['new', 'at_risk', 'casual', 'regular', 'vip'];
  const history = fc.record<BuyingHistory>({
    paidOrders: fc.nat(40),
    spentCentavos: fc.nat(200_000),
    lastPaidAt: fc.nat(AT_RISK_AFTER_DAYS * 2).map(daysAgo),
  });
  fc.assert(
    fc.property(history, fc.nat(10_000), (before, orderCentavos) => {
      const after = {
        paidOrders: before.paidOrders + 1,
        spentCentavos: before.spentCentavos + orderCentavos,
        lastPaidAt: now,
      };
      expect(rank.indexOf(segmentOf(after, now))).toBeGreaterThanOrEqual(
        rank.indexOf(segmentOf(before, now)),
      );
    }),
  );
});

// @covers storefront 3: greeting by the first word of the name, 'Amigo' by default
//   [domain/personalization/greeting.ts]
test.each([
  ['Maria da Silva', 'Maria'],
  ['  João  ', 'João'],
  ['', 'Amigo'],
  [null, 'Amigo'],
])('greets %j as %s', (name, greeted) => {
  expect(greetingName(name)).toBe(greeted);
});
