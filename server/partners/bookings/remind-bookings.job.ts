/** Hourly: reminds winner and partner of an agreed date, once, within 24 hours before it. */
import { type Booking, REMINDER_MS } from '@mare/domain/partners/booking.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { awaitsDecision } from '../vouchers/awaits-decision.ts';
import { notifyBooking } from './notify-booking.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

export const remindBookingsJob = defineJob('remind-bookings', { cron: '22 * * * *' }, remindBookings);

export async function remindBookings(platform: Deps): Promise<void> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const dueBookings = await trx
      .updateTable('serviceVouchers')
      .set({ bookingReminded: true })
      .where('status', '=', 'pending')
      .where('bookingReminded', '=', false)
      .where((eb) => eb.not(awaitsDecision('serviceVouchers.winnerId')))
      .where('bookedFor', '>', now)
      .where('bookedFor', '<=', new Date(now.getTime() + REMINDER_MS))
      .returning(['id', 'booking', 'bookingVersion'])
      .execute();
    for (const { id, booking, bookingVersion } of dueBookings)
      for (const to of ['winner', 'partner'] as const)
        await notifyBooking(trx, platform, {
          voucherId: id,
          to,
          booking: 'reminder',
          before: booking as unknown as Booking,
          key: `booking-reminder:${id}:${bookingVersion}`,
        });
  });
}
