/** Sends requested refunds to the provider. The idempotency key is stored before the first try and never changes. */
import { sql, type Selectable } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { Refunds } from '@mare/database/schema.ts';
import { heldRows } from '../../platform/database/held-rows.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import { withOrderLock } from '../settlement/with-order-lock.ts';
import { completeReturn } from './complete-return.ts';
import { CHARGED_BACK, DISPUTED, MET_CHARGE_BACK } from './disputed/disputed-refunds.ts';
import { dueRefunds } from './due-refunds.queries.ts';
import { LEASE_MS } from '../lease.ts';
import { nextRefundTry, nextTryForDispute, nextTryForFunds } from '../check-schedule.ts';
import type { ProviderFailure, RefundSnapshot } from '../providers/payment-provider.ts';
import { providerOf, reachableProviderIds } from '../providers/providers.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findStoredPayment, type StoredPayment } from '../settlement/stored-payments.queries.ts';
import { enqueueHint } from '../webhooks/receive-webhook.ts';

export type Refund = Selectable<Refunds>;

/** `sending` with an expired lease means a crash during the call, so the outcome is unknown. Oldest first. */
export async function claimRefunds(context: PaymentsContext, limit: number): Promise<Refund[]> {
  const reachable = reachableProviderIds(context);
  if (reachable.length === 0) return [];
  const now = context.clock.now();
  const dueIds = dueRefunds(context.db, now)
    .select('id')
    .where('provider', 'in', reachable)
    .orderBy('nextAttemptAt')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return context.db
    .updateTable('refunds')
    .set({
      state: sql`case when state = 'requested' then 'sending' else state end`,
      leasedUntil: new Date(now.getTime() + LEASE_MS),
      updatedAt: now,
    })
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', dueIds)
    .returningAll()
    .execute();
}

/** Updates refunds that this worker has claimed. Skips refunds that another worker has claimed since. */
export async function renewRefundLeases(
  { db, clock }: PaymentsContext,
  refunds: readonly Refund[],
): Promise<void> {
  await sql`
    update refunds set leased_until = ${new Date(clock.now().getTime() + LEASE_MS)}
    from ${heldRows(refunds, 'uuid')}
    where refunds.id = held.id and refunds.attempts = held.attempts and refunds.leased_until is not null`.execute(
    db,
  );
}

export async function sendRefund(context: PaymentsContext, refund: Refund): Promise<void> {
  try {
    const payment = await findStoredPayment(context.db, refund.provider, refund.paymentId);
    if (refund.attempts > 1) {
      const earlier = await findEarlier(context, refund);
      if (earlier === 'unreachable')
        return await tryLater(context, refund, 'unknown', 'refunds not readable');
      if (earlier?.state === 'rejected') return await reject(context, refund, 'rejected');
      if (earlier) return await finish(context, refund, payment!, earlier);
    }
    const amount = centavosFromNumeric(refund.amount);
    const isFull = amount === payment!.amountCentavos;
    const sent = await providerOf(context, refund.provider).refund(
      { paymentId: refund.paymentId, amountCentavos: isFull ? null : amount },
      refund.idempotencyKey,
    );
    if (!sent.ok) return await handleFailure(context, refund, sent.error);
    if (sent.value.state === 'rejected')
      return await handleFailure(context, refund, { kind: 'conflict', code: 'rejected' });
    return await finish(context, refund, payment!, sent.value);
  } catch (error) {
    context.log.error({ err: error, refund: refund.id }, 'refund failed');
    return tryLater(context, refund, 'unknown', (error as Error).message);
  }
}

/** After an unanswered try, matches a refund at the provider that belongs to no other stored refund. */
async function findEarlier(
  context: PaymentsContext,
  refund: Refund,
): Promise<RefundSnapshot | 'unreachable' | null> {
  const listed = await providerOf(context, refund.provider).listRefunds(refund.paymentId);
  if (!listed.ok) return 'unreachable';
  const ours = await context.db
    .selectFrom('refunds')
    .select('providerRefundId')
    .where('provider', '=', refund.provider)
    .where('paymentId', '=', refund.paymentId)
    .where('providerRefundId', 'is not', null)
    .where('id', '!=', refund.id)
    .execute();
  const accounted = new Set(ours.map((row) => row.providerRefundId));
  const own = listed.value.find(({ refundId }) => refundId === refund.providerRefundId);
  if (own) return own;
  return (
    listed.value.find(
      (refunded) =>
        refunded.state !== 'rejected' &&
        refunded.amountCentavos === centavosFromNumeric(refund.amount) &&
        !accounted.has(refunded.refundId),
    ) ?? null
  );
}

/** Frees the cotas of the refund. Enqueues a read of the payment, because the order follows the payment's state. */
async function finish(
  context: PaymentsContext,
  refund: Refund,
  payment: StoredPayment,
  snapshot: RefundSnapshot,
): Promise<void> {
  if (snapshot.state === 'processing') return remember(context, refund, snapshot);
  const order = await findPayableOrder(context.db, payment.orderId!);
  await withOrderLock(context.db, order!.externalReference, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('refunds')
      .set({
        state: 'done',
        providerRefundId: snapshot.refundId,
        leasedUntil: null,
        lastError: null,
        updatedAt: context.clock.now(),
      })
      .where('id', '=', refund.id)
      .where('attempts', '=', refund.attempts)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await completeReturn(context, trx, order!.id, refund.id);
    await enqueueHint(
      { ...context, db: trx },
      {
        provider: refund.provider,
        topic: 'payment',
        resourceId: refund.paymentId,
        trust: 'verified',
      },
    );
  });
  context.log.info({ refund: refund.id, order: payment.orderId, reason: refund.reason }, 'refund done');
}

async function handleFailure(
  context: PaymentsContext,
  refund: Refund,
  error: ProviderFailure,
): Promise<void> {
  if (error.kind === 'no_funds') {
    context.log.error({ refund: refund.id }, 'refund postponed: insufficient account balance');
    const next = nextTryForFunds(context.clock.now(), refund.attempts - 1);
    return store(context, refund, 'waiting_funds', error.kind, next);
  }
  if (error.kind !== 'invalid_request' && error.kind !== 'conflict' && error.kind !== 'not_found')
    return tryLater(context, refund, 'unknown', error.kind);
  // It may have been refunded in the provider's panel, so the payment is read first.
  const read = await providerOf(context, refund.provider).getPayment(refund.paymentId);
  if (!read.ok) return tryLater(context, refund, 'unknown', error.kind);
  await applySnapshot(context, read.value, 'refund');
  const { state } = read.value;
  if (state === 'refunded') return store(context, refund, 'done', 'refunded elsewhere', null);
  if (state === 'disputed') {
    const next = nextTryForDispute(context.clock.now(), refund.attempts - 1);
    return store(context, refund, 'requested', DISPUTED, next);
  }
  if (state === 'charged_back')
    return store(context, refund, 'rejected', MET_CHARGE_BACK, null, {
      reviewedAt: context.clock.now(),
      reviewNote: CHARGED_BACK,
    });
  return reject(context, refund, error.kind);
}

function reject(context: PaymentsContext, refund: Refund, failure: string): Promise<void> {
  context.log.error({ refund: refund.id, failure }, 'refund rejected by the provider');
  return store(context, refund, 'rejected', failure, null);
}

/** The bank has accepted the refund and not completed it yet. */
async function remember(context: PaymentsContext, refund: Refund, snapshot: RefundSnapshot): Promise<void> {
  await context.db
    .updateTable('refunds')
    .set({ providerRefundId: snapshot.refundId })
    .where('id', '=', refund.id)
    .execute();
  return tryLater(context, refund, 'unknown', 'processing');
}

const tryLater = (context: PaymentsContext, refund: Refund, state: 'unknown', error: string) =>
  store(context, refund, state, error, nextRefundTry(context.clock.now(), refund.attempts - 1));

/** Changes nothing if another worker has claimed the refund since. */
async function store(
  context: PaymentsContext,
  refund: Refund,
  state: string,
  error: string,
  next: Date | null,
  reviewed: { reviewedAt?: Date; reviewNote?: string } = {},
): Promise<void> {
  await context.db
    .updateTable('refunds')
    .set({
      state,
      lastError: error,
      leasedUntil: null,
      updatedAt: context.clock.now(),
      ...reviewed,
      ...(next && { nextAttemptAt: next }),
    })
    .where('id', '=', refund.id)
    .where('attempts', '=', refund.attempts)
    .execute();
}
