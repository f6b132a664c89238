import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canStillBePaid,
  compareReport,
  moneyWasSeen,
  type PaymentReport,
  type PaymentState,
} from './payment-state.ts';

const report = (state: PaymentState, seconds: number, more: Partial<PaymentReport> = {}): PaymentReport => ({
  state,
  amountCentavos: 3750,
  refundedCentavos: 0,
  updatedAt: new Date(seconds * 1000),
  ...more,
});

describe('comparing two reports', () => {
  test.each([
    ['the first report', null, report('pending', 5), 'accept'],
    ['a newer state', report('pending', 5), report('approved', 6), 'accept'],
    ['an older state', report('approved', 6), report('pending', 5), 'stale'],
    ['the same report again', report('approved', 6), report('approved', 6), 'accept'],
    ['the same instant, higher rank', report('pending', 5), report('approved', 5), 'accept'],
    ['the same instant, lower rank', report('approved', 5), report('pending', 5), 'stale'],
    ['newer, but without an approval', report('approved', 5), report('cancelled', 9), 'regression'],
    [
      'an amount other than the charge',
      report('pending', 5),
      report('approved', 6, { amountCentavos: 3751 }),
      'accept',
    ],
    [
      'another amount',
      report('approved', 5),
      report('approved', 6, { amountCentavos: 3751 }),
      'amount_changed',
    ],
    [
      'a decreasing refund',
      report('approved', 5, { refundedCentavos: 100 }),
      report('approved', 6),
      'regression',
    ],
    ['a won dispute', report('disputed', 5), report('approved', 6), 'accept'],
  ] as const)('%s', (_name, stored, incoming, verdict) => {
    expect(compareReport(stored, incoming)).toBe(verdict);
  });

  test('never loses received money, in any order of reports', () => {
    const anyReport = fc
      .record({
        state: fc.constantFrom<PaymentState>(
          'pending',
          'processing',
          'approved',
          'rejected',
          'cancelled',
          'refunded',
          'disputed',
          'charged_back',
        ),
        seconds: fc.nat(20),
        refunded: fc.nat(3),
      })
      .map(({ state, seconds, refunded }) => report(state, seconds, { refundedCentavos: refunded }));
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1 }), (reports) => {
        let stored: PaymentReport | null = null;
        let wasReceived = false;
        for (const incoming of reports) {
          if (compareReport(stored, incoming) === 'accept') stored = incoming;
          wasReceived ||= moneyWasSeen(stored!.state);
          expect(moneyWasSeen(stored!.state)).toBe(wasReceived);
        }
      }),
    );
  });
});

test('counts money as received in every state after an approval', () => {
  const states: PaymentState[] = ['approved', 'disputed', 'refunded', 'charged_back'];
  const others: PaymentState[] = ['pending', 'processing', 'rejected', 'cancelled'];
  expect(states.filter((state) => !moneyWasSeen(state))).toEqual([]);
  expect(others.filter(moneyWasSeen)).toEqual([]);
});

test('is payable while it is pending or under review', () => {
  const states: PaymentState[] = ['pending', 'processing', 'approved', 'rejected', 'cancelled', 'refunded'];
  expect(states.filter(canStillBePaid)).toEqual(['pending', 'processing']);
});
