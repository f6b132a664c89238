/** Numbers that a seller sets aside for a stand without a network. */

const HOUR_MS = 3_600_000;

/** Time that a phone has after its last sale to find a network and send it. */
export const SEND_GRACE_MS = HOUR_MS;

/** Highest limit per seller and rifa that a shop may set. */
export const MAX_ALLOTMENT = 1_000;

/** A weekend. */
export const MAX_STAND_HOURS = 72;

/** Minimum duration of an allotment. */
const MIN_SELLING_MS = 15 * 60_000;

export const ALLOTMENT_ENDS = [
  'returned',
  'over',
  'rifa_closed',
  'seller_left',
  'ended_by_admin',
  'moved',
] as const;
export type AllotmentEnd = (typeof ALLOTMENT_ENDS)[number];

export const STAND_PAYMENTS = ['cash', 'pix'] as const;
export type StandPayment = (typeof STAND_PAYMENTS)[number];

/** A sale that arrives after the end still gets its numbers if all are free, unless the seller lost the right to sell. */
export function maySellAfter(end: AllotmentEnd): boolean {
  return end === 'returned' || end === 'over';
}

/** Tolerance for the clock of the old phone being ahead. */
export const MOVED_CLOCK_MS = 10 * 60_000;

/**
 * Whether a sale counts that was made on a phone whose numbers were moved to another one: only if it was made before
 * the move, so that a finder of the lost phone cannot sell.
 * @param soldAt by the clock of the old phone
 */
export function soldBeforeMove(soldAt: Date, movedAt: Date): boolean {
  return soldAt.getTime() <= movedAt.getTime() + MOVED_CLOCK_MS;
}

export interface AllotmentRoom {
  /** The shop's limit per seller and rifa. */
  limit: number;
  /** Cotas of the rifa that the seller has already set aside. */
  held: number;
  /** Cotas of the rifa that are neither sold nor reserved. */
  free: number;
}

/** How many numbers a seller may set aside now. Half of the free ones are kept for online buyers. */
export function allotmentRoom({ limit, held, free }: AllotmentRoom): number {
  return Math.max(0, Math.min(limit - held, Math.floor(free / 2)));
}

/**
 * End of sales at the stand, and the time when its unsold numbers become free: never after the end of sales.
 * @returns null when sales end too soon
 */
export function allotmentTimes(
  now: Date,
  hours: number,
  salesEndAt: Date,
): { sellUntil: Date; endsAt: Date } | null {
  const sellUntil = new Date(Math.min(now.getTime() + hours * HOUR_MS, salesEndAt.getTime() - SEND_GRACE_MS));
  if (sellUntil.getTime() - now.getTime() < MIN_SELLING_MS) return null;
  return { sellUntil, endsAt: new Date(sellUntil.getTime() + SEND_GRACE_MS) };
}

/**
 * The buyer's chosen numbers, completed at random from the unsold ones.
 * @param randomBelow uniform integer from 0 to below its argument
 * @returns ascending; or the chosen numbers that are not for sale here, or that too few are left
 */
export function pickNumbers(
  unsold: readonly number[],
  { quantity, chosen }: { quantity: number; chosen: readonly number[] },
  randomBelow: (limit: number) => number,
): { ok: true; numbers: number[] } | { ok: false; missing: number[] } | { ok: false; left: number } {
  const left = new Set(unsold);
  const missing = chosen.filter((number) => !left.has(number));
  if (missing.length > 0) return { ok: false, missing };
  if (left.size < quantity) return { ok: false, left: left.size };
  const numbers = [...new Set(chosen)].slice(0, quantity);
  for (const number of numbers) left.delete(number);
  const others = [...left];
  while (numbers.length < quantity) {
    const at = randomBelow(others.length);
    numbers.push(others[at]!);
    others[at] = others.at(-1)!;
    others.pop();
  }
  return { ok: true, numbers: numbers.sort((one, other) => one - other) };
}
