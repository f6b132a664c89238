import { sql } from 'kysely';

/** For a voucher that goes to another partner: a date agreed with the former one is void. */
export const NO_BOOKING = {
  booking: null,
  bookedFor: null,
  bookingReminded: false,
  bookingVersion: sql<number>`booking_version + 1`,
};
