import { sql } from 'kysely';

/** Clears the booking of a reassigned voucher: a date agreed with the former partner is void. */
export const NO_BOOKING = {
  booking: null,
  bookedFor: null,
  bookingReminded: false,
  bookingVersion: sql<number>`booking_version + 1`,
};
