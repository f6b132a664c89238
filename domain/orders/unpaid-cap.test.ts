import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NETWORK_FLOOR, PERSON_FLOOR, unpaidCap, type UnpaidHoldings } from './unpaid-cap.ts';

const newBuyer: UnpaidHoldings = {
  free: 10_000,
  unpaid: 0,
  unpaidCentavos: 0,
  paidCentavos: 0,
  lapsed: 0,
  lapsedCentavos: 0,
  recentlyPaidCentavos: 0,
  networkUnpaid: null,
};
const lapsedTimes = (lapsed: number) => ({ ...newBuyer, lapsed, lapsedCentavos: lapsed * 200_000 });

test.each([
  ['a tenth of the free cotas to a new buyer', newBuyer, 1000],
  ['less as the rifa sells out', { ...newBuyer, free: 600 }, 60],
  ['at least the floor', { ...newBuyer, free: 100 }, PERSON_FLOOR],
  ['not less because of current holdings', { ...newBuyer, free: 9000, unpaid: 1000 }, 1000],
  ['half after an expired reservation', lapsedTimes(1), 500],
  ['an eighth after three', lapsedTimes(3), 125],
  ['always one', lapsedTimes(40), 1],
  ['the full cap again once as much was paid', { ...lapsedTimes(3), recentlyPaidCentavos: 600_000 }, 1000],
  ['the reduced cap while less was paid', { ...lapsedTimes(3), recentlyPaidCentavos: 200 }, 125],
  ['anything to a person who paid as much before', { ...newBuyer, paidCentavos: 50_000 }, 10_000],
  [
    'half to a person who paid as much before and lets reservations expire',
    { ...lapsedTimes(1), paidCentavos: 50_000 },
    500,
  ],
  ['not twice what the person paid', { ...newBuyer, paidCentavos: 50_000, unpaidCentavos: 50_000 }, 1000],
  ['the rest of the cap of the network', { ...newBuyer, networkUnpaid: 3000, free: 10_000 }, 250],
  ['nothing in a network at its cap', { ...newBuyer, networkUnpaid: NETWORK_FLOOR, free: 0 }, 0],
  [
    'the full cap in any network to a person who paid',
    { ...newBuyer, networkUnpaid: 9000, paidCentavos: 1 },
    1000,
  ],
])('allows %s', (_, holdings, cap) => {
  expect(unpaidCap(holdings, 50_000)).toBe(cap);
});

test('never grows with expired reservations, and never shrinks with payments', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const holdings: fc.Arbitrary<UnpaidHoldings> = fc.record({
    free: fc.integer({ min: 0, max: 100_000 }),
    unpaid: fc.integer({ min: 0, max: 1000 }),
    unpaidCentavos: amount,
    paidCentavos: amount,
    lapsed: fc.integer({ min: 0, max: 20 }),
    lapsedCentavos: amount,
    recentlyPaidCentavos: amount,
    networkUnpaid: fc.option(fc.integer({ min: 0, max: 5000 })),
  });
  fc.assert(
    fc.property(holdings, amount, amount, (current, orderCentavos, moreCentavos) => {
      const cap = unpaidCap(current, orderCentavos);
      const lapsedMore = {
        ...current,
        lapsed: current.lapsed + 1,
        lapsedCentavos: current.lapsedCentavos + moreCentavos,
      };
      expect(unpaidCap(lapsedMore, orderCentavos)).toBeLessThanOrEqual(cap);
      const paidMore = {
        ...current,
        paidCentavos: current.paidCentavos + moreCentavos,
        recentlyPaidCentavos: current.recentlyPaidCentavos + moreCentavos,
      };
      expect(unpaidCap(paidMore, orderCentavos)).toBeGreaterThanOrEqual(cap);
    }),
  );
});
