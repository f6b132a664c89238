/** Refunds of a payment that the bank decides about. Providers reject them until it has decided. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** `refunds.last_error` of a refund that waits for the end of a dispute. */
export const DISPUTED = 'disputed';
/** `refunds.review_note` of a refund that the bank's decision made needless. */
export const CHARGED_BACK = 'O banco devolveu o pagamento a quem contestou.';

type Payment = { provider: string; paymentId: string };

/** The dispute is won: they are sent at once. */
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

/** The bank has given the whole payment back: another refund would pay it twice. */
export async function dropRefunds(
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
