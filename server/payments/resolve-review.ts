/** A person has dealt with it: it leaves the list, and the order's history tells who and why. */
import type { PaymentsContext } from './payments-context.ts';
import { recordOrderEvent } from './payments.queries.ts';

export type ResolveReviewResult = { ok: true } | { ok: false; code: 'nothing_to_review' };

/** @param input.actor who decided, for the history; @param input.note why */
export async function resolveOrderReview(
  { db }: Pick<PaymentsContext, 'db'>,
  input: { orderId: string; actor: string; note: string },
): Promise<ResolveReviewResult> {
  return db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('reviewReason')
      .where('id', '=', input.orderId)
      .where('reviewReason', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!order) return { ok: false, code: 'nothing_to_review' };
    await trx.updateTable('orders').set({ reviewReason: null }).where('id', '=', input.orderId).execute();
    await recordOrderEvent(trx, input.orderId, 'review_resolved', input.actor, {
      reason: order.reviewReason,
      note: input.note,
    });
    return { ok: true };
  });
}

/** A refund that was refused and given back another way. */
export async function resolveRefundReview(
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  refundId: string,
): Promise<ResolveReviewResult> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ reviewedAt: clock.now() })
    .where('id', '=', refundId)
    .where('state', '=', 'rejected')
    .where('reviewedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0 ? { ok: true } : { ok: false, code: 'nothing_to_review' };
}
