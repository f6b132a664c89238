import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAffiliateCode, readAffiliateCode } from './affiliate-code.ts';
import { commissionEarned, commissionOn, commissionReversed } from './commission.ts';
import { DEFAULT_COMMISSION_TERMS } from './commission-terms.ts';
import {
  holdDaysOf,
  latestPayout,
  MINIMUM_PAYOUT_CENTAVOS,
  nextPayout,
  payoutOfSale,
  payoutSent,
} from './payout.ts';
import { readReferralMark, referrerOf, writeReferralMark } from './referral-mark.ts';

// @covers community 9: commission 5%, attribution 30 days, the last link counts, never the buyer's own; code of 8
//   characters [domain/affiliates/commission.ts, server/affiliates/referrals/find-referrer.ts]
test('makes codes of 8 uppercase letters and digits from any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      let at = 0;
      // The last bytes are valid, so the rejection sampling ends.
      const source = [...bytes, 0, 35, 36, 71, 100, 150, 200, 251];
      const code = makeAffiliateCode((count) =>
        Uint8Array.from({ length: count }, () => source[at++ % source.length]!),
      );
      expect(code).toMatch(/^[A-Z0-9]{8}$/);
      expect(readAffiliateCode(` ${code.toLowerCase()} `)).toBe(code);
    }),
  );
});

test.each(['', 'ABC', 'ABCDEFGHI', 'ABCD EFG', "A'--DROP", 'ÁBCDEFGH'])('rejects code %j', (text) => {
  expect(readAffiliateCode(text)).toBeNull();
});

const CLICKED = new Date('2026-11-01T12:00:00Z');
const mark = { affiliateCode: 'MARIA123', visitorId: 'a'.repeat(22), clickedAt: CLICKED };
const later = (days: number) => new Date(CLICKED.getTime() + days * 86_400_000);

test.each([
  [0, 'MARIA123'],
  [5, 'MARIA123'],
  [30, 'MARIA123'],
  [30.001, null],
  [-1, null],
])('%d days after the click the sale belongs to %s', (days, referrer) => {
  const read = readReferralMark(writeReferralMark(mark));
  expect(read).toEqual(mark);
  expect(referrerOf(read, later(days))).toBe(referrer);
});

test('rejects cookies of another form', () => {
  fc.assert(fc.property(fc.string(), (text) => readReferralMark(text) === null));
  expect(readReferralMark(undefined)).toBeNull();
  expect(referrerOf(null, CLICKED)).toBeNull();
});

test.each([
  [2_000, 500, 100],
  [50, 500, 3],
  [49, 500, 2],
  [9, 500, 0],
  [0, 500, 0],
])('%d centavos at %d ten-thousandths earn %d', (order, rate, commission) => {
  expect(commissionOn(order, rate)).toBe(commission);
});

test('earning and reversal cancel out, and every transaction balances', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
      const all = [
        commissionEarned('o', 'a', amount),
        commissionReversed({ orderId: 'o', returnedCentavos: amount }, 'a', amount),
        payoutSent('p', { kind: 'affiliate', id: 'a' }, amount),
      ];
      for (const { entries } of all)
        expect(entries.reduce((sum, entry) => sum + entry.amountCentavos, 0)).toBe(0);
      const owed = all
        .slice(0, 2)
        .flatMap(({ entries }) => entries)
        .filter(({ account }) => account === 'affiliates_payable:a')
        .reduce((sum, entry) => sum + entry.amountCentavos, 0);
      expect(owed).toBe(0);
    }),
  );
});

test.each([
  // The 15th begins at midnight in Maceió, at 03:00 UTC.
  ['2026-11-15T02:59:59Z', '2026-10-15', '2026-11-15'],
  ['2026-11-15T03:00:00Z', '2026-11-15', '2026-12-15'],
  ['2026-11-30T12:00:00Z', '2026-11-15', '2026-12-15'],
  ['2026-01-03T12:00:00Z', '2025-12-15', '2026-01-15'],
  ['2026-12-20T12:00:00Z', '2026-12-15', '2027-01-15'],
])('at %s the latest payout is of %s and the next of %s', (now, latest, next) => {
  expect(latestPayout(new Date(now)).period).toBe(latest);
  expect(nextPayout(new Date(now)).period).toBe(next);
});

test('a payout covers 30 days of sales whose withdrawal period has ended', () => {
  const { startsAt, endsBefore, windowStarts } = latestPayout(new Date('2026-11-20T12:00:00Z'));
  expect(startsAt.toISOString()).toBe('2026-11-15T03:00:00.000Z');
  expect(endsBefore.toISOString()).toBe('2026-11-08T03:00:00.000Z');
  expect(windowStarts.toISOString()).toBe('2026-10-09T03:00:00.000Z');
});

test('holds commissions for the withdrawal period, or longer for a charge-back', () => {
  expect([0, 3, 7, 30].map(holdDaysOf)).toEqual([7, 7, 7, 30]);
  expect(latestPayout(new Date('2026-11-20T12:00:00Z'), 30).endsBefore.toISOString()).toBe(
    '2026-10-16T03:00:00.000Z',
  );
});

test('assigns a sale to the first future payout that covers it', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      instant,
      fc.nat({ max: 4e9 }),
      fc.integer({ min: 7, max: 120 }),
      (paidAt, later, holdDays) => {
        const now = new Date(paidAt.getTime() + later);
        const { period } = payoutOfSale(paidAt, now, holdDays);
        let first = nextPayout(now, holdDays);
        while (!(paidAt < first.endsBefore)) first = nextPayout(first.startsAt, holdDays);
        expect(period).toBe(first.period);
      },
    ),
  );
  expect(payoutOfSale(new Date('2026-11-07T12:00:00Z'), new Date('2026-11-07T12:00:00Z'), 7).period).toBe(
    '2026-11-15',
  );
  expect(payoutOfSale(new Date('2026-11-08T12:00:00Z'), new Date('2026-11-08T12:00:00Z'), 7).period).toBe(
    '2026-12-15',
  );
});

test('an affiliate earns 5% and is paid out from R$ 50,00', () => {
  expect(commissionOn(10_000, DEFAULT_COMMISSION_TERMS.affiliateRate)).toBe(500);
  expect(MINIMUM_PAYOUT_CENTAVOS).toBe(5_000);
});

test('each partial refund of an order reverses its commission once', () => {
  const reversal = (returnedCentavos: number) =>
    commissionReversed({ orderId: 'order', returnedCentavos }, 'affiliate', 50).key;
  expect(reversal(100)).toBe(reversal(100));
  expect(reversal(100)).not.toBe(reversal(200));
});
