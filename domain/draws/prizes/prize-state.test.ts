import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brasiliaDate } from '../lottery/lottery-calendar.ts';
import { claimDeadline, remindersDue, treasuryDueOn, voucherDeadline } from './claim-deadline.ts';
import { PRIZE_STATES, prizeStage, stateAt, statesBefore } from './prize-state.ts';

const until = claimDeadline('2026-05-01', 180);
const at = (ms: number) => new Date(until.getTime() + ms);

describe('the deadline', () => {
  test('is the end of a day in Brasília, counted from the day of the draw', () => {
    expect(claimDeadline('2026-05-01', 30)).toEqual(new Date('2026-06-01T02:59:59Z'));
    expect(brasiliaDate(until)).toBe('2026-10-28');
    expect(treasuryDueOn(until)).toBe('2026-11-07');
  });

  test('expires an open prize exactly at the deadline', () => {
    expect(stateAt({ state: 'open', claimUntil: until }, at(-1))).toBe('open');
    expect(stateAt({ state: 'open', claimUntil: until }, at(0))).toBe('expired');
  });

  test('keeps every other state', () => {
    for (const state of PRIZE_STATES.filter((each) => each !== 'open'))
      expect(stateAt({ state, claimUntil: until }, at(1))).toBe(state);
  });
});

describe('the voucher of a service', () => {
  test('has the date of its prize, and at least its days', () => {
    const days = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(days, days, fc.integer({ min: 1, max: 60 }), (claimDays, issuedAfter, voucherDays) => {
        const claimUntil = claimDeadline('2026-05-01', claimDays);
        const issuedAt = new Date(Date.parse('2026-05-01T15:00:00Z') + issuedAfter * 86_400_000);
        const deadline = voucherDeadline(claimUntil, issuedAt, voucherDays);
        expect(deadline >= claimUntil).toBe(true);
        expect(deadline.getTime() - issuedAt.getTime()).toBeGreaterThanOrEqual(voucherDays * 86_400_000);
      }),
    );
  });
});

test('delivered and expired are final states', () => {
  for (const to of PRIZE_STATES) {
    expect(statesBefore(to)).not.toContain('delivered');
    expect(statesBefore(to)).not.toContain('expired');
  }
  expect(statesBefore('expired')).toEqual(['open']);
});

test.each([
  [{ state: 'open' }, 'awaiting_contact'],
  [{ state: 'open', wasContacted: true }, 'in_contact'],
  [{ state: 'open', hasVoucher: true }, 'voucher'],
  [{ state: 'claimed', wasContacted: true }, 'claimed'],
  [{ state: 'sent' }, 'sent'],
  [{ state: 'delivered', hasVoucher: true }, 'delivered'],
  [{ state: 'expired' }, 'expired'],
] as const)('%o is shown as %s', (facts, stage) => {
  const prize = { claimUntil: until, wasContacted: false, hasVoucher: false, ...facts };
  expect(prizeStage(prize, at(-1))).toBe(stage);
});

test('reminds more often towards the deadline, and never in the first days', () => {
  const due = (days: number, daysLeft: number) =>
    remindersDue(
      claimDeadline('2026-05-01', days),
      days,
      new Date(claimDeadline('2026-05-01', days - daysLeft)),
    );
  expect([29, 23, 15, 7, 1, 0].map((left) => due(30, left))).toEqual([0, 1, 2, 3, 4, 4]);
  expect([179, 150, 90, 30, 1].map((left) => due(180, left))).toEqual([0, 1, 3, 5, 9]);
});
