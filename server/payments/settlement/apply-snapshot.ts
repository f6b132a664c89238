/**
 * Applies a payment snapshot to its order. Webhooks, polling, the return page and the provider's direct responses all
 * end here, with the result of an authenticated read. Snapshots may arrive repeated, late and out of order.
 *
 * Only the database is written; follow-up work is enqueued as jobs in the same transaction.
 */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { moneyIn, moneyOut, providerFee } from '@mare/domain/payments/ledger.ts';
import {
  canStillBePaid,
  compareReport,
  isSameReport,
  keepRefunded,
  moneyWasSeen,
  type Disposition,
} from '@mare/domain/payments/payment-state.ts';
import { paidAtOf } from '@mare/domain/payments/money-time.ts';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { closeAttempts } from './close-attempts.ts';
import { withOrderLock } from './with-order-lock.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import { type ReturnedOfRifa, orderEvents } from '../../orders/lifecycle/order-events.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { markForReview, recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { findPayableOrderByReference, type PayableOrder } from '../payable-order.queries.ts';
import { isFeeReported } from '../settlement-reports/booked-fees.ts';
import { postSettlement } from './post-settlement.ts';
import {
  findAppliedDispositions,
  findStoredPayment,
  storeSnapshot,
  type StoredPayment,
} from './stored-payments.queries.ts';
import { updateSettledOrder, previouslyRefunded } from './update-settled-order.ts';
import { postChargebacks, restoreCharged } from './reverse-charge-back.ts';
import { postRefund } from './post-refund.ts';
import { providerOf } from '../providers/providers.ts';
import { createRefund } from '../refunds/request-refund.ts';
import { closeRefunds, resumeRefunds } from '../refunds/disputed/disputed-refunds.ts';
import { readPaidElsewhere, withPaidElsewhere } from '../refunds/paid-elsewhere.ts';
import { returnCancelled } from '../refunds/cancelled/return-cancelled.ts';
import type { SnapshotSource } from './snapshot-source.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';

export type Applied = Disposition | 'stale' | 'regression' | 'amount_changed';

export async function applySnapshot(
  context: PaymentsContext,
  snapshot: PaymentSnapshot,
  source: SnapshotSource,
): Promise<Applied> {
  const known = await findKnown(context, snapshot);
  if (known) return known;
  const isSettled = mayJoinBatch(context, snapshot) && (await context.settlementBatchWriter.settle(snapshot));
  const applied = isSettled ? 'settles' : await applyAlone(context, snapshot, source);
  context.log.info({ payment: snapshot.paymentId, state: snapshot.state, source, applied }, 'payment read');
  return applied;
}

/** Whether the snapshot is a regular payment: the full price of an order, paid to our account. */
function mayJoinBatch(context: PaymentsContext, snapshot: PaymentSnapshot): boolean {
  return (
    snapshot.state === 'approved' &&
    snapshot.refundedCentavos === 0 &&
    snapshot.rawDetail !== 'reimbursed' &&
    !isElsewhere(context, snapshot)
  );
}

function applyAlone(
  context: PaymentsContext,
  snapshot: PaymentSnapshot,
  source: SnapshotSource,
): Promise<Applied> {
  const reference = snapshot.externalReference ?? `${snapshot.provider}:${snapshot.paymentId}`;
  return withOrderLock(context.lookups, reference, async (trx) => {
    const order = snapshot.externalReference
      ? await findPayableOrderByReference(trx, snapshot.externalReference)
      : null;
    if (!order) return saveUnknownPayment(trx, snapshot);
    return applyToOrder(context, trx, order, snapshot, source);
  });
}

const appliedFinder = defineCache(({ lookups }: Pick<PaymentsContext, 'lookups'>) =>
  createBatchLoader((snapshots: PaymentSnapshot[]) => findAppliedDispositions(lookups, snapshots)),
);

/** A webhook, the order page and a check may all read the same payment. Unchanged snapshots take no lock. */
async function findKnown(context: PaymentsContext, snapshot: PaymentSnapshot): Promise<Disposition | null> {
  const { lookups } = context;
  if (moneyWasSeen(snapshot.state)) return appliedFinder(context).load(snapshot);
  if (snapshot.state !== 'pending') return null;
  const stored = await findStoredPayment(lookups, snapshot.provider, snapshot.paymentId);
  return stored !== null && stored.orderId !== null && isSameReport(stored, snapshot) ? 'open' : null;
}

/** Records a payment of another system that shares the provider account; it is never settled or refunded. */
async function saveUnknownPayment(trx: Transaction<DB>, snapshot: PaymentSnapshot): Promise<Applied> {
  const stored = await findStoredPayment(trx, snapshot.provider, snapshot.paymentId);
  if (compareReport(stored, snapshot) === 'accept') await storeSnapshot(trx, snapshot, null, 'orphan');
  return 'orphan';
}

async function applyToOrder(
  context: PaymentsContext,
  trx: Transaction<DB>,
  order: PayableOrder,
  reported: PaymentSnapshot,
  source: SnapshotSource,
): Promise<Applied> {
  const stored = await findStoredPayment(trx, reported.provider, reported.paymentId);
  const elsewhere = await readPaidElsewhere(trx, stored);
  const snapshot = keepRefunded(stored, withPaidElsewhere(reported, elsewhere));
  const verdict = compareReport(stored, snapshot);
  if (verdict !== 'accept') {
    if (verdict !== 'stale') {
      context.log.error(
        { payment: snapshot.paymentId, verdict },
        'payment snapshot contradicts the stored payment',
      );
      await markForReview(trx, order.id, verdict, context.clock.now());
    }
    if (stored) await closeFinishedAttempts(context, trx, order.id, stored);
    return verdict;
  }

  const decided = stored?.disposition ?? 'open';
  const disposition = decided === 'open' ? await decide(context, trx, order, snapshot, source) : decided;
  await storeSnapshot(trx, snapshot, order.id, disposition);
  if (snapshot.state === 'charged_back') await closeRefunds(trx, snapshot, context.clock.now());
  if (snapshot.state === 'approved' && stored?.state === 'disputed')
    await resumeRefunds(trx, snapshot, context.clock.now());
  let returned: ReturnedOfRifa[] = [];
  if (moneyWasSeen(snapshot.state) && !isElsewhere(context, snapshot))
    returned = await postMovements(context, trx, order, { snapshot, stored, disposition, elsewhere });
  if (snapshot.state === 'approved' && wasChargedBack(order, stored))
    await restoreCharged(context, trx, order, { snapshot, stored, source });
  else if (disposition === 'settles')
    await updateSettledOrder(context, trx, order, { snapshot, stored, source, returned });
  await closeFinishedAttempts(context, trx, order.id, snapshot);
  if (
    snapshot.rawStatus !== 'in_process' &&
    snapshot.rawStatus !== 'authorized' &&
    snapshot.state === 'processing'
  )
    await markForReview(trx, order.id, `unknown_status:${snapshot.rawStatus}`, context.clock.now());
  return disposition;
}

/** Whether a charge-back was reversed, so that the shop has the money again. A dispute in between does not matter. */
function wasChargedBack(order: PayableOrder, stored: StoredPayment | null): boolean {
  if (stored?.state === 'charged_back') return true;
  return stored?.state === 'disputed' && stored.disposition === 'settles' && order.status === 'charged_back';
}

/** Whether the money was paid to another account than ours. */
function isElsewhere(context: PaymentsContext, { provider, receiver }: PaymentSnapshot): boolean {
  const own = providerOf(context, provider).receiver;
  return own !== null && receiver !== own;
}

/** Decides the disposition of newly received money. */
async function decide(
  context: PaymentsContext,
  trx: Transaction<DB>,
  order: PayableOrder,
  snapshot: PaymentSnapshot,
  source: SnapshotSource,
): Promise<Disposition> {
  if (!moneyWasSeen(snapshot.state)) return 'open';
  if (snapshot.state === 'refunded' || snapshot.state === 'charged_back') {
    await markForReview(trx, order.id, 'payment_void', context.clock.now());
    return 'void';
  }
  if (isElsewhere(context, snapshot)) {
    // There is nothing to settle or refund.
    await markForReview(trx, order.id, 'wrong_receiver', context.clock.now());
    return 'orphan';
  }
  if (snapshot.amountCentavos !== order.totalCentavos || snapshot.currency !== 'BRL') {
    await markForReview(trx, order.id, 'amount_mismatch', context.clock.now());
    return refundPayment(context, trx, order, snapshot, 'mismatch', source);
  }
  const settled = await settleOrder(trx, order.id, paidAtOf(snapshot));
  if (settled === 'already') return refundPayment(context, trx, order, snapshot, 'duplicate', source);
  if (settled !== 'settled' && settled !== 'settled_late')
    return refundPayment(context, trx, order, snapshot, 'late', source);
  await context.jobs.enqueue(trx, orderEvents.paid, { orderId: order.id });
  // Refunds for cancelled rifas reference the payment.
  await storeSnapshot(trx, snapshot, order.id, 'settles');
  await returnCancelled(context, trx, { ...storedOf(snapshot), orderId: order.id });
  return 'settles';
}

/** The stored form of a snapshot that settles its order. */
function storedOf(snapshot: PaymentSnapshot): StoredPayment {
  return { ...snapshot, orderId: null, disposition: 'settles' };
}

async function refundPayment(
  context: PaymentsContext,
  trx: Transaction<DB>,
  order: PayableOrder,
  snapshot: PaymentSnapshot,
  disposition: 'mismatch' | 'duplicate' | 'late',
  source: SnapshotSource,
): Promise<Disposition> {
  const left = snapshot.amountCentavos - snapshot.refundedCentavos;
  if (left > 0) {
    // The refund references the payment.
    await storeSnapshot(trx, snapshot, order.id, disposition);
    const refundId = await createRefund(context, trx, snapshot, left, disposition);
    await context.jobs.enqueue(trx, orderEvents.paymentReturned, {
      orderId: order.id,
      refundId,
      reason: disposition,
    });
  }
  await recordOrderEvent(trx, order.id, `payment_${disposition}`, source, { paymentId: snapshot.paymentId });
  return disposition;
}

/** @returns the cotas that are refunded with the new money */
async function postMovements(
  { clock }: PaymentsContext,
  trx: Transaction<DB>,
  order: PayableOrder,
  {
    snapshot,
    stored,
    disposition,
    elsewhere,
  }: {
    snapshot: PaymentSnapshot;
    stored: StoredPayment | null;
    disposition: Disposition;
    /** Refunded centavos that the provider did not pay. */
    elsewhere: number;
  },
): Promise<ReturnedOfRifa[]> {
  const [paidAt, now] = [paidAtOf(snapshot), clock.now()];
  const settles = disposition === 'settles';
  const settlesNow = settles && stored?.disposition !== 'settles';
  const before = previouslyRefunded(stored);
  // The provider may report a fully refunded payment without a refunded amount.
  const after = snapshot.state === 'refunded' ? snapshot.amountCentavos : snapshot.refundedCentavos;
  const hasFee = snapshot.feeCentavos > 0 && !(await isFeeReported(trx, snapshot));
  const movements = [moneyIn(snapshot), ...(hasFee ? [providerFee(snapshot, snapshot.feeCentavos)] : [])];
  await (settlesNow
    ? postSettlement(trx, order.id, movements, { paidAt, now })
    : postToLedger(trx, movements, paidAt, now));
  const byProvider = (refundedCentavos: number) => ({ refundedCentavos: refundedCentavos - elsewhere });
  await postChargebacks(
    trx,
    { ...snapshot, ...byProvider(after) },
    stored && { ...stored, ...byProvider(stored.refundedCentavos) },
    settles,
    now,
  );
  if (after <= before) return [];
  if (settles) return postRefund(trx, order.id, snapshot, { before, after }, now);
  const out = moneyOut(snapshot, { centavos: before, ofRifas: [] }, { centavos: after, ofRifas: [] }, null);
  await postToLedger(trx, [out], now);
  return [];
}

async function closeFinishedAttempts(
  { clock }: PaymentsContext,
  trx: Transaction<DB>,
  orderId: string,
  payment: Pick<StoredPayment, 'provider' | 'paymentId' | 'state'>,
): Promise<void> {
  if (!canStillBePaid(payment.state))
    await closeAttempts([{ ...payment, orderId }], clock.now()).execute(trx);
}
