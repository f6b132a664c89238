/** Reversed charge-backs: the bank returned the money to the shop. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { chargeback, chargebackReversed, type LedgerPayment } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { restoreGifts } from '../../orders/gifts/restore-gifts.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { restoreOrder } from '../../orders/lifecycle/restore-order.ts';
import { recordOrderEvent, setDispute } from '../../orders/lifecycle/update-order.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import type { PayableOrder } from '../payable-order.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { reopenRefunds } from '../refunds/disputed/disputed-refunds.ts';
import { createRefund } from '../refunds/request-refund.ts';
import { returnCancelled } from '../refunds/cancelled/return-cancelled.ts';
import type { SnapshotSource } from './snapshot-source.ts';
import type { StoredPayment } from './stored-payments.queries.ts';

/** Posts each charge-back of a payment and each reversal. Called under the order's lock. */
export async function postChargebacks(
  trx: Transaction<DB>,
  snapshot: PaymentSnapshot,
  stored: StoredPayment | null,
  hadSettled: boolean,
  now: Date,
): Promise<void> {
  const [was, is] = [stored?.state === 'charged_back', snapshot.state === 'charged_back'];
  if (!was && !is) return;
  const reversals = await countReversed(trx, snapshot);
  const posting = is
    ? chargeback(snapshot, snapshot.refundedCentavos, hadSettled, reversals)
    : chargebackReversed(snapshot, stored!.refundedCentavos, hadSettled, reversals);
  await postToLedger(trx, [posting], now);
}

async function countReversed(
  trx: Transaction<DB>,
  { provider, paymentId }: Pick<LedgerPayment, 'provider' | 'paymentId'>,
): Promise<number> {
  const key = `cb:${provider}:${paymentId}`;
  const { rows } = await sql<{ count: number }>`
    select count(distinct txn_key)::integer as count from ledger_entries
    where txn_key >= ${`${key}:`} and txn_key < ${`${key};`} and txn_key like '%:won'`.execute(trx);
  return rows[0]!.count;
}

/**
 * Restores the order of a payment that is approved again, as a won dispute does. Refunds the payment if its cotas are
 * no longer free or it had not settled an order.
 */
export async function restoreCharged(
  context: PaymentsContext,
  trx: Transaction<DB>,
  order: PayableOrder,
  {
    snapshot,
    stored,
    source,
  }: { snapshot: PaymentSnapshot; stored: StoredPayment | null; source: SnapshotSource },
): Promise<void> {
  const { disposition } = stored!;
  const now = context.clock.now();
  const outcome = disposition === 'settles' ? await restoreOrder(trx, order.id, now) : 'numbers_gone';
  if (outcome === 'not_allowed') return;
  const orderId = order.id;
  await recordOrderEvent(trx, orderId, 'charge_back_reversed', source, {
    paymentId: snapshot.paymentId,
    outcome,
  });
  if (order.disputedAt) await setDispute(trx, orderId, null);
  if (outcome === 'restored') {
    await restoreGifts(trx, context, orderId);
    const disputedAt = snapshot.updatedAt.toISOString();
    const wait = { since: stored!.updatedAt.toISOString(), until: now.toISOString() };
    await context.jobs.enqueue(trx, orderEvents.paid, { orderId });
    await context.jobs.enqueue(trx, orderEvents.disputeWon, { orderId, disputedAt, wait });
    await reopenRefunds(trx, { ...snapshot, orderId, disposition: 'settles' }, now);
    await returnCancelled(context, trx, { ...snapshot, orderId, disposition: 'settles' });
    return;
  }
  const left = snapshot.amountCentavos - snapshot.refundedCentavos;
  if (left <= 0) return;
  const key = `reversed:${await countReversed(trx, snapshot)}`;
  const refundId = await createRefund(context, trx, snapshot, left, 'late', key);
  await context.jobs.enqueue(trx, orderEvents.paymentReturned, { orderId, refundId, reason: 'reversed' });
}
