import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  type Booking,
  type BookingAction,
  type BookingSide,
  changeBooking,
} from '@mare/domain/partners/booking.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { notifyBooking } from './notify-booking.ts';

interface Change {
  /** Id of the voucher. */
  id: string;
  /** As read by the caller, for optimistic locking. */
  version: number;
  action: BookingAction;
}

/** The winner's account, the partner of the session, or a winner without an account who has proved the voucher's PIN. */
export type BookingCaller = { userId: string } | { partnerId: string } | { accountless: true };

export type ChangeBookingResult =
  | { ok: true; version: number }
  | { ok: false; code: 'NOT_FOUND' | 'VOUCHER_FINAL' | 'VERSION_CONFLICT' | 'BOOKING_DATES_INVALID' };

/** Proposes, accepts or cancels a date. Of two concurrent changes the first wins, by a conditional update. */
export function changeVoucherBooking(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  caller: BookingCaller,
  { id, version, action }: Change,
): Promise<ChangeBookingResult> {
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    const voucher = await findVoucher(trx, caller, id);
    if (!voucher) return { ok: false, code: 'NOT_FOUND' };
    const { expiresAt } = voucher;
    if (voucher.status !== 'pending' || expiresAt <= now) return { ok: false, code: 'VOUCHER_FINAL' };
    if (voucher.bookingVersion !== version) return { ok: false, code: 'VERSION_CONFLICT' };
    const by: BookingSide = 'partnerId' in caller ? 'partner' : 'winner';
    const current = voucher.booking as unknown as Booking | null;
    const changed = changeBooking(current, action, { by, now, expiresAt });
    if (!changed.ok)
      return { ok: false, code: changed.code === 'DATES' ? 'BOOKING_DATES_INVALID' : 'VERSION_CONFLICT' };
    const { booking } = changed;
    const { numUpdatedRows } = await trx
      .updateTable('serviceVouchers')
      .set({
        booking: JSON.stringify(booking),
        bookingVersion: version + 1,
        bookedFor: booking.bookedFor === null ? null : new Date(booking.bookedFor),
        bookingReminded: false,
      })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('bookingVersion', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    await recordActivity(trx, platform, {
      userId: 'userId' in caller ? caller.userId : null,
      action: `${action.kind}-booking`,
      entityType: 'voucher',
      entityId: id,
      description: `${by === 'winner' ? 'Quem ganhou' : 'O parceiro'} ${ACTIONS[action.kind]} para o voucher de ${voucher.prizeName}.`,
    });
    await notifyBooking(trx, platform, {
      voucherId: id,
      to: by === 'winner' ? 'partner' : 'winner',
      booking,
      before: current,
      key: `booking:${id}:${version + 1}`,
    });
    return { ok: true, version: version + 1 };
  });
}

const ACTIONS: Record<BookingAction['kind'], string> = {
  propose: 'propôs datas',
  accept: 'aceitou uma data',
  cancel: 'cancelou a data',
};

function findVoucher(trx: Transaction<DB>, caller: BookingCaller, id: string) {
  return trx
    .selectFrom('serviceVouchers')
    .select(['status', 'expiresAt', 'prizeName', 'booking', 'bookingVersion'])
    .where('id', '=', id)
    .$if('userId' in caller, (query) =>
      query.where('userId', '=', (caller as Extract<BookingCaller, { userId: string }>).userId),
    )
    .$if('accountless' in caller, (query) => query.where('userId', 'is', null))
    .$if('partnerId' in caller, (query) =>
      query.where('partnerId', '=', (caller as Extract<BookingCaller, { partnerId: string }>).partnerId),
    )
    .executeTakeFirst();
}
