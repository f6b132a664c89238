import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFees } from './fee-adjustment.ts';

const BOOKED = new Map([['101', { paidCentavos: 1000, ofSettlement: 10, total: 10 }]]);
const settled = (fee: number, line = 2) => ({ line, paymentId: '101', type: 'SETTLEMENT' as const, fee });
const refunded = (fee: number, line = 3) => ({ line, paymentId: '101', type: 'REFUND' as const, fee });

test('reports no difference for a booked fee', () => {
  expect(compareFees([settled(-10), refunded(0)], BOOKED)).toEqual({ adjustments: [], rejected: [] });
});

test('returns the booked and the reported amount', () => {
  expect(compareFees([settled(-25), refunded(5)], BOOKED)).toEqual({
    adjustments: [
      { line: 2, paymentId: '101', bookedCentavos: 10, reportedCentavos: 25 },
      { line: 3, paymentId: '101', bookedCentavos: 0, reportedCentavos: -5 },
    ],
    rejected: [],
  });
});

test('rejects a fee above the payment, a negative one and a refund above the fee', () => {
  for (const line of [settled(-1001), settled(1), refunded(11, 2)])
    expect(compareFees([line], BOOKED)).toMatchObject({
      adjustments: [],
      rejected: [{ line: 2, problem: 'FEE' }],
    });
});

test('makes the ledger equal to the sum of the lines', () => {
  const lineOf = fc.record({
    paymentId: fc.constantFrom('101', '102'),
    type: fc.constantFrom('SETTLEMENT' as const, 'REFUND' as const, 'DISPUTE' as const),
    fee: fc.integer({ min: -60, max: 60 }),
  });
  const bookedFees = fc.record({ paidCentavos: fc.constant(50), fee: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(lineOf, { maxLength: 8 }), bookedFees, (cells, { paidCentavos, fee }) => {
      const booked = { paidCentavos, ofSettlement: fee, total: fee };
      const lines = cells.map((each, index) => ({ ...each, line: index + 2 }));
      const { adjustments, rejected } = compareFees(lines, new Map(['101', '102'].map((id) => [id, booked])));
      for (const id of ['101', '102']) {
        const accepted = lines.filter(
          ({ line, paymentId }) => paymentId === id && !rejected.some((each) => each.line === line),
        );
        const settlements = accepted.filter(({ type }) => type === 'SETTLEMENT');
        const others = accepted.filter(({ type }) => type !== 'SETTLEMENT');
        const expected =
          (settlements.length > 0 ? 0 - settlements.at(-1)!.fee : fee) -
          others.reduce((sum, each) => sum + each.fee, 0);
        const adjustment = adjustments
          .filter(({ paymentId }) => paymentId === id)
          .reduce((sum, each) => sum + each.reportedCentavos - each.bookedCentavos, 0);
        expect(fee + adjustment).toBe(expected);
        expect(fee + adjustment).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
