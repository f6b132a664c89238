/**
 * A voucher of a disputed order cannot be used, so the duration of the dispute is added to its deadline and to that of its
 * prize. Order events do this at once; the hourly job repeats it in case an event was missed.
 */
import { type Kysely, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  afterWait,
  endOfDeadlineDay,
  type WaitingDeadline,
} from '@mare/domain/draws/prizes/claim-deadline.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import type { Booking } from '@mare/domain/partners/booking.ts';
import { lockServicePrize, moveServiceDeadline } from '../../../draws/prizes/hold-service-prize.ts';
import type { OrderEvent } from '../../../orders/lifecycle/order-events.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { notifyBooking } from '../../bookings/notify-booking.ts';
import { awaitsDecision } from '../awaits-decision.ts';
import { notifyWinner } from '../notify-winner.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

/** Runs when a dispute begins and when it is won. */
export const waitVouchersJob = defineJob(
  'wait-vouchers',
  {},
  async (platform: Deps, { orderId, wait }: OrderEvent) => {
    const ended = wait && { since: new Date(wait.since), until: new Date(wait.until) };
    const vouchers = await selectOfDraws(platform.db).where('orders.id', '=', orderId).execute();
    for (const { id, winnerId } of vouchers) await moveDeadline(platform, id, winnerId, ended);
  },
);

/** Adds the elapsed waiting time of all waiting vouchers, and ends the wait of vouchers whose reason to wait is over. */
export async function moveWaitingVouchers(platform: Deps): Promise<void> {
  const vouchers = await selectOfDraws(platform.db)
    .where('voucher.status', '=', 'pending')
    .where((eb) => eb.or([eb('voucher.isWaiting', '=', true), eb('orders.disputedAt', 'is not', null)]))
    .execute();
  for (const { id, winnerId } of vouchers) await moveDeadline(platform, id, winnerId);
}

function selectOfDraws(db: Kysely<DB>) {
  return db
    .selectFrom('serviceVouchers as voucher')
    .innerJoin('rifaWinners as winner', 'winner.id', 'voucher.winnerId')
    .innerJoin('orders', 'orders.id', 'winner.orderId')
    .select(['voucher.id', 'winner.id as winnerId'])
    .where('voucher.status', '!=', 'validated')
    .orderBy('voucher.id');
}

interface Wait {
  since: Date;
  until: Date;
}

/** @param ended a dispute that has ended, even if no job has seen it before */
function moveDeadline(platform: Deps, id: string, winnerId: string, ended?: Wait): Promise<void> {
  return platform.db.transaction().execute(async (trx) => {
    // Locks the prize before the voucher, as a redemption does.
    await lockServicePrize(trx, winnerId);
    const voucher = await lockWaiting(trx, id);
    if (!voucher || voucher.status === 'validated') return;
    const now = platform.clock.now();
    const waits = [...(ended ? [ended] : []), ...currentWait(voucher, now)];
    let moved: WaitingDeadline = { deadline: voucher.expiresAt, waitedUntil: voucher.waitedUntil };
    // A deadline that passed before the wait stays passed.
    const added = waits.filter((wait) => {
      const counts = voucher.isWaiting || moved.deadline > wait.since;
      if (counts) moved = afterWait(moved, wait);
      return counts;
    });
    const isWaiting = added.length > 0 && voucher.disputedAt !== null;
    if (added.length === 0) {
      if (voucher.isWaiting) await save(trx, id, { isWaiting: false });
      return;
    }
    const expiresAt = isWaiting ? moved.deadline : endOfDeadlineDay(moved.deadline);
    const [first] = added;
    const takesVoucher = await moveServiceDeadline(trx, {
      winnerId,
      claimUntil: expiresAt,
      since: first!.since,
    });
    if (!takesVoucher) return;
    await save(trx, id, { status: 'pending', expiresAt, waitedUntil: moved.waitedUntil, isWaiting });
    if (voucher.isWaiting !== isWaiting || voucher.status === 'expired')
      await announce(trx, platform, { ...voucher, id, expiresAt, isWaiting });
  });
}

function save(
  trx: Transaction<DB>,
  id: string,
  values: { isWaiting: boolean; status?: string; expiresAt?: Date; waitedUntil?: Date | null },
) {
  return trx.updateTable('serviceVouchers').set(values).where('id', '=', id).execute();
}

function lockWaiting(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('serviceVouchers')
    .innerJoin('rifaWinners', 'rifaWinners.id', 'serviceVouchers.winnerId')
    .innerJoin('orders', 'orders.id', 'rifaWinners.orderId')
    .select(['serviceVouchers.status', 'expiresAt', 'isWaiting', 'waitedUntil', 'booking', 'bookedFor'])
    .select('orders.disputedAt')
    .select(awaitsDecision('serviceVouchers.winnerId').as('isBlocked'))
    .where('serviceVouchers.id', '=', id)
    .forUpdate('serviceVouchers')
    .executeTakeFirst();
}

/** Empty once the money was returned to the payer, so that the deadline is no longer extended. */
function currentWait(
  voucher: { disputedAt: Date | null; isWaiting: boolean; waitedUntil: Date | null; isBlocked: unknown },
  now: Date,
): Wait[] {
  if (voucher.disputedAt) return [{ since: voucher.disputedAt, until: now }];
  if (voucher.isWaiting && !voucher.isBlocked) return [{ since: voucher.waitedUntil ?? now, until: now }];
  return [];
}

/** Notifies the partner if a date was agreed on and, when the dispute ends, the winner about the new deadline. */
async function announce(
  trx: Transaction<DB>,
  platform: Deps,
  voucher: { id: string; expiresAt: Date; isWaiting: boolean; booking: unknown; bookedFor: Date | null },
): Promise<void> {
  const { id: voucherId, expiresAt, isWaiting } = voucher;
  const at = `${voucherId}:${expiresAt.getTime()}`;
  if (!isWaiting)
    await notifyWinner(trx, platform, {
      voucherId,
      type: 'info',
      title: 'O seu voucher voltou a valer',
      text: `a contestação do pagamento terminou. O tempo de espera foi somado ao prazo: agora vale até ${formatLongDate(expiresAt)}.`,
      key: `voucher-wait-ended:${at}`,
    });
  if (voucher.bookedFor)
    await notifyBooking(trx, platform, {
      voucherId,
      to: 'partner',
      booking: isWaiting ? 'waits' : 'resumes',
      before: voucher.booking as Booking,
      key: `booking-${isWaiting ? 'waits' : 'resumes'}:${at}`,
    });
}
