/** Service prizes, which a partner renders for a voucher. The voucher has the deadline of its prize. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { voucherDeadline } from '@mare/domain/draws/prizes/claim-deadline.ts';
import { stateAt, statesBefore } from '@mare/domain/draws/prizes/prize-state.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockPrize } from './prizes.queries.ts';

/**
 * Locks a prize for the voucher that the caller issues, and sets their common deadline.
 * @returns the deadline; null when the prize no longer accepts a voucher, undefined for a winner without a claim
 */
export async function holdForVoucher(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  winnerId: string,
  voucherDays: number,
): Promise<Date | null | undefined> {
  const prize = await lockPrize(trx, winnerId);
  if (!prize) return undefined;
  const now = clock.now();
  if (!statesBefore('sent').includes(stateAt(prize, now)) || prize.state === 'sent') return null;
  const claimUntil = voucherDeadline(prize.claimUntil, now, voucherDays);
  await trx.updateTable('prizeClaims').set({ claimUntil }).where('winnerId', '=', winnerId).execute();
  return claimUntil;
}

/**
 * Extends the deadline of a prize with that of its voucher, after a wait. Requires the prize's lock. A prize that
 * expired during the wait can be claimed again, unless its value went to the Tesouro Nacional.
 * @returns whether the prize still accepts its voucher; true for a winner without a claim
 */
export async function moveServiceDeadline(
  trx: Transaction<DB>,
  { winnerId, claimUntil, since }: { winnerId: string; claimUntil: Date; since: Date },
): Promise<boolean> {
  const claim = await trx
    .selectFrom('prizeClaims')
    .select(['state', 'expiredAt', 'treasuryPaidOn'])
    .where('winnerId', '=', winnerId)
    .executeTakeFirst();
  if (!claim) return true;
  const expiredInWait =
    claim.state === 'expired' && claim.treasuryPaidOn === null && claim.expiredAt! > since;
  if (!expiredInWait && claim.state !== 'open' && claim.state !== 'claimed') return false;
  await trx
    .updateTable('prizeClaims')
    .set({
      claimUntil: sql`greatest(claim_until, ${claimUntil}::timestamptz)`,
      ...(expiredInWait && { state: 'open', expiredAt: null }),
    })
    .where('winnerId', '=', winnerId)
    .execute();
  return true;
}

/** Locks a prize and its voucher, in this order, for a change that needs both. */
export async function lockServicePrize(trx: Transaction<DB>, winnerId: string): Promise<void> {
  await lockPrize(trx, winnerId);
}

/** Locks a prize. @returns whether it is still to be delivered; true for a winner without a claim */
export async function canBeDelivered(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  winnerId: string,
): Promise<boolean> {
  const prize = await lockPrize(trx, winnerId);
  return !prize || statesBefore('delivered').includes(stateAt(prize, clock.now()));
}

/**
 * Records a prize as delivered when its voucher's service is rendered. The caller writes it into the
 * public log (`recordDelivery`) once the use is final.
 *
 * @param note how, and by whom
 */
export async function deliverByVoucher(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { winnerId, note }: { winnerId: string; note: string },
): Promise<void> {
  const now = clock.now();
  await trx
    .updateTable('prizeClaims')
    .set((eb) => ({
      state: 'delivered',
      claimedAt: eb.fn.coalesce('claimedAt', eb.val(now)),
      deliveredAt: now,
      deliveryNote: note,
    }))
    .where('winnerId', '=', winnerId)
    .where('state', 'in', statesBefore('delivered'))
    .execute();
}

/** Returns a prize to its state before `deliverByVoucher`. @param claimUntil its new deadline, if that is later */
export async function undoDeliveryByVoucher(
  trx: Transaction<DB>,
  { winnerId, claimUntil }: { winnerId: string; claimUntil: Date },
): Promise<void> {
  await trx
    .updateTable('prizeClaims')
    .set({
      // A prize that was not claimed before counts as claimed from its delivery.
      state: sql`case when sent_at is not null then 'sent' when claimed_at = delivered_at then 'open' else 'claimed' end`,
      claimedAt: sql`case when sent_at is null and claimed_at = delivered_at then null else claimed_at end`,
      claimUntil: sql`greatest(claim_until, ${claimUntil}::timestamptz)`,
      deliveredAt: null,
      deliveryNote: null,
    })
    .where('winnerId', '=', winnerId)
    .where('state', '=', 'delivered')
    .where('deliveredBy', 'is', null)
    .execute();
}
