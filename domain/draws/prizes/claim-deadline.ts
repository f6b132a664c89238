/** Until when a prize can be claimed, and what follows. */
import { addDays, daysBetween } from '../lottery/extraction.ts';
import { brasiliaDate } from '../lottery/lottery-calendar.ts';

export const DAY_MS = 86_400_000;

/** Where neither law nor setting says otherwise (terms of use). */
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

/** ISO date. */
export function treasuryDueOn(claimUntil: Date): string {
  return addDays(brasiliaDate(claimUntil), TREASURY_DAYS);
}

/** How many reminders are due by now. @param days from the draw to the deadline */
export function remindersDue(claimUntil: Date, days: number, now: Date): number {
  const left = daysBetween(brasiliaDate(now), brasiliaDate(claimUntil));
  return REMIND_WHEN_LEFT.filter((before) => before < days && left <= before).length;
}
