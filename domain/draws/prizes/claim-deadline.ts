/** Deadline for claiming a prize, and its extensions. */
import { addDays, daysBetween } from '../lottery/extraction.ts';
import { brasiliaDate } from '../lottery/lottery-calendar.ts';

export const DAY_MS = 86_400_000;

/** Default, unless law or setting differ (terms of use). */
export const DEFAULT_CLAIM_DAYS = 30;

/** Days after the deadline to pay the value to the Tesouro Nacional (Decreto 70.951/1972, art. 6). */
export const TREASURY_DAYS = 10;

/** Days before the deadline on which winners and the team are reminded. */
const REMIND_WHEN_LEFT = [150, 120, 90, 60, 30, 23, 15, 7, 1];

/**
 * The last second of the last day in Brasília, so that a date shown is a whole day. The day of the draw is day 0.
 * @param drawnOn ISO date
 */
export function claimDeadline(drawnOn: string, days: number): Date {
  return new Date(`${addDays(drawnOn, days)}T23:59:59-03:00`);
}

/**
 * One date for a service prize and its voucher. A voucher issued late stays valid for `voucherDays`, and so does the
 * claim.
 */
export function voucherDeadline(claimUntil: Date, issuedAt: Date, voucherDays: number): Date {
  const least = claimDeadline(brasiliaDate(issuedAt), voucherDays);
  return least > claimUntil ? least : claimUntil;
}

/** Minimum days that a winner has after the bank's decision about the payment. */
export const AFTER_WAIT_DAYS = 7;

/** A service prize and its voucher, which cannot be used while the payment is disputed. */
export interface WaitingDeadline {
  deadline: Date;
  /** Moment up to which the wait has been added to the deadline; null: nothing was added. */
  waitedUntil: Date | null;
}

/**
 * Adds a wait to a deadline. Each moment is added only once, however often and in whatever steps this runs. Never
 * shortens.
 */
export function afterWait(
  { deadline, waitedUntil }: WaitingDeadline,
  { since, until }: { since: Date; until: Date },
): WaitingDeadline {
  const from = Math.max(since.getTime(), waitedUntil?.getTime() ?? 0);
  const waitedMs = Math.max(0, until.getTime() - from);
  const least = until.getTime() + AFTER_WAIT_DAYS * DAY_MS;
  return {
    deadline: new Date(Math.max(deadline.getTime() + waitedMs, least)),
    waitedUntil: new Date(Math.max(from, until.getTime())),
  };
}

/** The last second of a deadline's day in Brasília. */
export function endOfDeadlineDay(deadline: Date): Date {
  const end = claimDeadline(brasiliaDate(deadline), 0);
  return end > deadline ? end : deadline;
}

/** ISO date. */
export function treasuryDueOn(claimUntil: Date): string {
  return addDays(brasiliaDate(claimUntil), TREASURY_DAYS);
}

/**
 * Number of reminders that are due by now.
 * @param days from the draw to the deadline
 */
export function remindersDue(claimUntil: Date, days: number, now: Date): number {
  const left = daysBetween(brasiliaDate(now), brasiliaDate(claimUntil));
  return REMIND_WHEN_LEFT.filter((before) => before < days && left <= before).length;
}
