/** Marks a review as resolved and keeps the admin's note. */
import { type Kysely, sql } from 'kysely';
import type { ReviewSubject } from '@mare/contract/payments/payments.ts';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import { kindOf } from './list-payments-to-review.ts';
import { findRejectedRefund, payRejectedRefund } from './pay-rejected-refund.ts';
import { returnCash } from '../cash/return-cash.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { markForReview, recordOrderEvent } from '../../orders/lifecycle/update-order.ts';

/** `VERSION_CONFLICT`: the request does not say whether the money of a rejected refund was returned. */
export type ResolveReviewResult =
  | { ok: true }
  | { ok: false; code: 'NOTHING_TO_REVIEW' | 'VERSION_CONFLICT' | 'REFUND_NOT_RECORDABLE' };

interface Decision {
  subject: ReviewSubject;
  note: string;
  /** For a rejected refund: whether its money was returned by other means. */
  moneyReturned?: boolean;
}

export async function resolveReview(
  context: Pick<PaymentsContext, 'db' | 'clock' | 'jobs' | 'random'>,
  by: PanelUser,
  { subject, note, moneyReturned }: Decision,
): Promise<ResolveReviewResult> {
  const { db, clock } = context;
  return inTransaction(db, async (trx) => {
    const reviewed = { reviewedAt: clock.now(), reviewNote: note };
    const receipt = { userId: by.userId, note };
    const cashOf = subject.type === 'refund' ? await returnCash(context, trx, subject.id, receipt) : null;
    let resolved: Resolved | null;
    if (cashOf) resolved = { orderId: cashOf, reason: 'cash_to_return' };
    else if (subject.type === 'refund' && moneyReturned) {
      const paid = await payRejectedRefund(context, trx, subject.id, receipt);
      if (!paid.ok) return paid;
      resolved = { orderId: paid.orderId, reason: 'refund_refused' };
    } else if (subject.type === 'refund' && moneyReturned === undefined) {
      const isRejected = await findRejectedRefund(trx, subject.id);
      return { ok: false, code: isRejected ? 'VERSION_CONFLICT' : 'NOTHING_TO_REVIEW' };
    } else resolved = await resolve(trx, subject, reviewed);
    if (!resolved) return { ok: false, code: 'NOTHING_TO_REVIEW' };
    if (resolved.orderId)
      await recordOrderEvent(trx, resolved.orderId, 'review_resolved', `admin:${by.userId}`, {
        reason: resolved.reason,
        note,
      });
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'resolve-review',
        entityType: 'payment',
        entityId: subject.id,
        description: 'Deu um pagamento por conferido.',
        details: { note },
      },
    );
    return { ok: true };
  });
}

interface Resolved {
  orderId: string | null;
  reason: string;
}

/** Uses conditional updates, so that of two concurrent calls only one resolves it. @returns null for the other */
async function resolve(
  trx: Kysely<DB>,
  subject: ReviewSubject,
  reviewed: { reviewedAt: Date; reviewNote: string },
): Promise<Resolved | null> {
  const { id } = subject;
  switch (subject.type) {
    case 'order':
      return resolveOrder(trx, subject, reviewed.reviewedAt);
    case 'refund': {
      const refund = await trx
        .updateTable('refunds')
        .set(reviewed)
        .where('id', '=', id)
        .where('state', '=', 'rejected')
        .where('reviewedAt', 'is', null)
        .returning((eb) =>
          eb
            .selectFrom('providerPayments')
            .whereRef('providerPayments.provider', '=', 'refunds.provider')
            .whereRef('providerPayments.paymentId', '=', 'refunds.paymentId')
            .select('orderId')
            .as('orderId'),
        )
        .executeTakeFirst();
      return refund ? { orderId: refund.orderId, reason: 'refund_refused' } : null;
    }
    case 'payment': {
      const payment = await trx
        .updateTable('providerPayments')
        .set(reviewed)
        .where('paymentId', '=', id)
        .where('disposition', '=', 'orphan')
        .where('reviewedAt', 'is', null)
        .returning('paymentId')
        .executeTakeFirst();
      return payment ? { orderId: null, reason: 'foreign_payment' } : null;
    }
    case 'webhook': {
      const hint = await trx
        .updateTable('webhookInbox')
        .set(reviewed)
        .where('id', '=', sql<number>`${id}::bigint`)
        .where('status', '=', 'dead')
        .where('reviewedAt', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return hint ? { orderId: null, reason: 'webhook_dead' } : null;
    }
  }
}

async function resolveOrder(
  trx: Kysely<DB>,
  { id: orderId, kind }: Extract<ReviewSubject, { type: 'order' }>,
  now: Date,
): Promise<Resolved | null> {
  const order = await trx
    .selectFrom('orders')
    .select('reviewReason')
    .where('id', '=', orderId)
    .where('reviewReason', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!order || kindOf(order.reviewReason!) !== kind) return null;
  await markForReview(trx, orderId, null, now);
  return { orderId, reason: order.reviewReason! };
}
