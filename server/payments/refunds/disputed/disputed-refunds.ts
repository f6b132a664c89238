/** Refunds of a payment with an open dispute, which providers reject until the bank has decided. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** `refunds.last_error` of a refund that waits for the end of a dispute. */
export const DISPUTED = 'disputed';
/** `refunds.review_note` of a refund that a lost dispute made unnecessary. */
export const CHARGED_BACK = 'O banco devolveu o pagamento a quem contestou.';

type Payment = { provider: string; paymentId: string };

/** Sends them at once after the dispute is won. */
export async function resumeRefunds(
  trx: Transaction<DB>,
  { provider, paymentId }: Payment,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ nextAttemptAt: now })
    .where('provider', '=', provider)
    .where('paymentId', '=', paymentId)
    .where('state', '=', 'requested')
    .where('lastError', '=', DISPUTED)
    .execute();
}

/** Cancels the refunds of a payment that the bank has returned in full, which would otherwise be refunded twice. */
export async function closeRefunds(
  trx: Transaction<DB>,
  { provider, paymentId }: Payment,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ state: 'rejected', updatedAt: now, reviewedAt: now, reviewNote: CHARGED_BACK })
    .where('provider', '=', provider)
    .where('paymentId', '=', paymentId)
    .where('state', 'in', ['requested', 'waiting_funds', 'rejected'])
    .where('reviewedAt', 'is', null)
    .execute();
}

/**
 * Counts refunds that were closed without returning money: in cash, because the shop and the buyer agreed, because the
 * bank had returned it, or because the provider rejected it and an admin decided so. A withdrawal after one of these
 * makes a new request.
 */
export async function countClosedRefunds(
  trx: Transaction<DB>,
  { provider, paymentId }: Payment,
  reason: string,
): Promise<number> {
  const { dropped } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.countAll<number>().as('dropped'))
    .where('provider', '=', provider)
    .where('paymentId', '=', paymentId)
    .where('reason', '=', reason)
    .where('state', '=', 'rejected')
    .where('reviewedAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return dropped;
}
