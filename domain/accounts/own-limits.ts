/** Responsible-play limits: a monthly limit, a pause, a self-exclusion. */
import { fullMinute } from '../time/full-minute.ts';
import { dateInMaceio } from '../time/maceio-time.ts';

/** Cooling-off period before a raised or removed limit takes effect. */
export const RAISE_AFTER_HOURS = 24;
const EXCLUSION_MONTHS = 6;
export const PAUSE_MAX_DAYS = 180;

const HOUR_MS = 3_600_000;

export interface OwnLimits {
  /** Centavos; null without a limit. */
  monthlyCentavos: number | null;
  /** Pending change of the limit; null without one. */
  next: { monthlyCentavos: number | null; from: Date } | null;
  pausedUntil: Date | null;
  excludedUntil: Date | null;
}

/** The monthly limit in force, in centavos; null without one. */
export function limitInForce({ monthlyCentavos, next }: OwnLimits, now: Date): number | null {
  return next && next.from <= now ? next.monthlyCentavos : monthlyCentavos;
}

/** Lowers a limit at once, and schedules a higher one or none. */
export function changeLimit(
  limits: OwnLimits,
  requested: number | null,
  now: Date,
): Pick<OwnLimits, 'monthlyCentavos' | 'next'> {
  const current = limitInForce(limits, now);
  const stricter = current === null || (requested !== null && requested <= current);
  if (stricter) return { monthlyCentavos: requested, next: null };
  const from = fullMinute(new Date(now.getTime() + RAISE_AFTER_HOURS * HOUR_MS));
  return { monthlyCentavos: current, next: { monthlyCentavos: requested, from } };
}

/** A pause of so many days from now; never shorter than one in force. */
export function pause({ pausedUntil }: Blocks, days: number, now: Date): Pick<OwnLimits, 'pausedUntil'> {
  return { pausedUntil: latest(pausedUntil, new Date(now.getTime() + days * 24 * HOUR_MS)) };
}

/** A self-exclusion from now; never shorter than one in force. */
export function exclude({ excludedUntil }: Blocks, now: Date): Pick<OwnLimits, 'excludedUntil'> {
  return { excludedUntil: latest(excludedUntil, monthsLater(now, EXCLUSION_MONTHS)) };
}

type Blocks = Pick<OwnLimits, 'pausedUntil' | 'excludedUntil'>;

function latest(inForce: Date | null, end: Date): Date {
  const until = fullMinute(end);
  return inForce && inForce > until ? inForce : until;
}

/** A pause or self-exclusion in force. */
export interface SpendingBlock {
  reason: 'excluded' | 'paused';
  until: Date;
}

export type PurchaseCheck =
  | { ok: true }
  | ({ ok: false } & SpendingBlock)
  | { ok: false; reason: 'monthly'; leftCentavos: number };

/** A self-exclusion takes precedence over a pause. */
export function findBlock({ excludedUntil, pausedUntil }: Blocks, now: Date): SpendingBlock | null {
  if (excludedUntil && excludedUntil > now) return { reason: 'excluded', until: excludedUntil };
  if (pausedUntil && pausedUntil > now) return { reason: 'paused', until: pausedUntil };
  return null;
}

/** @param spentCentavos spent in this month, including pending orders */
export function checkPurchase(
  limits: OwnLimits,
  spentCentavos: number,
  totalCentavos: number,
  now: Date,
): PurchaseCheck {
  const blocked = findBlock(limits, now);
  if (blocked) return { ok: false, ...blocked };
  const limit = limitInForce(limits, now);
  if (limit === null || spentCentavos + totalCentavos <= limit) return { ok: true };
  return { ok: false, reason: 'monthly', leftCentavos: Math.max(0, limit - spentCentavos) };
}

/** The first instant of the month in Maceió. */
export function monthStart(now: Date): Date {
  return new Date(`${dateInMaceio(now).slice(0, 7)}-01T00:00:00-03:00`);
}

/** Adds calendar months; a day that the month lacks becomes its last day. */
export function monthsLater(from: Date, months: number): Date {
  const later = new Date(from);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return later;
}
