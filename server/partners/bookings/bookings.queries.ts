import type { Kysely } from 'kysely';
import type { PartnerBooking } from '@mare/contract/partners/bookings.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import type { Booking } from '@mare/domain/partners/booking.ts';
import { awaitsDecision } from '../vouchers/awaits-decision.ts';

/** Bookings of usable vouchers: proposals first, then agreed dates, earliest first. */
export async function listBookingsOfPartner(
  db: Kysely<DB>,
  partnerId: string,
  now: Date,
): Promise<PartnerBooking[]> {
  const rows = await db
    .selectFrom('serviceVouchers')
    .leftJoin('profiles', 'profiles.id', 'serviceVouchers.userId')
    .leftJoin('rifaWinners', 'rifaWinners.id', 'serviceVouchers.winnerId')
    .select(['serviceVouchers.id', 'prizeName', 'serviceType', 'expiresAt'])
    .select((eb) => eb.fn.coalesce('profiles.name', 'rifaWinners.winnerName').as('name'))
    .select(['booking', 'bookingVersion'])
    .select(awaitsDecision('serviceVouchers.winnerId').as('isOnHold'))
    .where('partnerId', '=', partnerId)
    .where('serviceVouchers.status', '=', 'pending')
    .where('expiresAt', '>', now)
    .where('booking', 'is not', null)
    .orderBy('bookedFor', (order) => order.asc().nullsFirst())
    .orderBy('serviceVouchers.id')
    .limit(200)
    .execute();
  return rows.map(({ name, expiresAt, booking, isOnHold, ...row }) => ({
    ...row,
    winner: shortName(name ?? ''),
    expiresAt: expiresAt.toISOString(),
    isOnHold: Boolean(isOnHold),
    // Written by `changeBooking`.
    booking: booking as unknown as Booking,
  }));
}
