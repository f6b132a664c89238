/** Booking a date for a service: one side proposes, the other accepts or proposes others, and both can cancel. */

export type BookingSide = 'winner' | 'partner';
export const BOOKING_STATES = ['proposed', 'booked', 'cancelled'] as const;
export const MAX_PROPOSED_DATES = 3;

/** Both sides are reminded this long before an agreed date. */
export const REMINDER_MS = 86_400_000;

export interface Booking {
  state: (typeof BOOKING_STATES)[number];
  /** Who proposed, accepted or cancelled. */
  by: BookingSide;
  /** Proposed, ISO 8601, earliest first; empty once cancelled. */
  dates: string[];
  /** Agreed on, ISO 8601. */
  bookedFor: string | null;
}

export type BookingAction =
  | { kind: 'propose'; dates: string[] }
  | { kind: 'accept'; date: string }
  | { kind: 'cancel' };

export interface BookingContext {
  by: BookingSide;
  now: Date;
  /** Expiry of the voucher: the last possible date. */
  expiresAt: Date;
}

export type BookingResult =
  | { ok: true; booking: Booking }
  /** `DATES`: not one to three dates from now until the voucher expires. `STATE`: not possible now. */
  | { ok: false; code: 'DATES' | 'STATE' };

/** @param booking null before the first proposal, which is the winner's */
export function changeBooking(
  booking: Booking | null,
  action: BookingAction,
  context: BookingContext,
): BookingResult {
  switch (action.kind) {
    case 'propose':
      return propose(booking, action.dates, context);
    case 'accept':
      return accept(booking, action.date, context);
    case 'cancel':
      return cancel(booking, context);
  }
}

const STATE = { ok: false, code: 'STATE' } as const;
const DATES = { ok: false, code: 'DATES' } as const;

/** An agreed date must be cancelled first, unless it has passed. */
function propose(booking: Booking | null, proposed: string[], context: BookingContext): BookingResult {
  if (booking === null && context.by === 'partner') return STATE;
  if (booking?.bookedFor && Date.parse(booking.bookedFor) > context.now.getTime()) return STATE;
  const dates = [...new Set(proposed.map((date) => new Date(date).toISOString()))].toSorted();
  if (dates.length === 0 || dates.length > MAX_PROPOSED_DATES) return DATES;
  if (!dates.every((date) => isPossible(date, context))) return DATES;
  return { ok: true, booking: { state: 'proposed', by: context.by, dates, bookedFor: null } };
}

function accept(booking: Booking | null, date: string, context: BookingContext): BookingResult {
  if (booking?.state !== 'proposed' || booking.by === context.by) return STATE;
  const accepted = booking.dates.find((each) => Date.parse(each) === Date.parse(date));
  if (!accepted || !isPossible(accepted, context)) return DATES;
  return {
    ok: true,
    booking: { state: 'booked', by: context.by, dates: booking.dates, bookedFor: accepted },
  };
}

/** A date in the past can no longer be cancelled. */
function cancel(booking: Booking | null, { by, now }: BookingContext): BookingResult {
  if (booking === null || booking.state === 'cancelled') return STATE;
  if (booking.bookedFor !== null && Date.parse(booking.bookedFor) <= now.getTime()) return STATE;
  return { ok: true, booking: { state: 'cancelled', by, dates: [], bookedFor: null } };
}

/** In the future, while the voucher is valid. */
export function isPossible(
  date: string,
  { now, expiresAt }: Pick<BookingContext, 'now' | 'expiresAt'>,
): boolean {
  const at = Date.parse(date);
  return at > now.getTime() && at <= expiresAt.getTime();
}
