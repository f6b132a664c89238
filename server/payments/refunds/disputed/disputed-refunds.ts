/** Refunds of a payment with an open dispute, which providers reject until the bank has decided. */
import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { StoredPayment } from '../../settlement/stored-payments.queries.ts';
import { readLeft } from '../request-refund.ts';

/** `refunds.last_error` of a refund that waits for the end of a dispute. */
export const DISPUTED = 'disputed';
/** `refunds.review_note` of a refund that a lost dispute made unnecessary. */
export const CHARGED_BACK = 'O banco devolveu o pagamento a quem contestou.';
/** `refunds.last_error` of a refund that met a charge-back at the provider. */
export const MET_CHARGE_BACK = 'charged_back';
/** `refunds.last_error` of refunds that were under way when the charge-back closed them. */
const REQUESTED_ERRORS: ReadonlySet<string> = new Set([DISPUTED, MET_CHARGE_BACK, 'no_funds']);

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
 * After a reversed charge-back, requests the refunds again that it had closed. Those that the provider had rejected go
 * back to the review list. A refund stays closed if another one includes its cotas. Requires the order's lock.
 */
export async function reopenRefunds(trx: Transaction<DB>, payment: StoredPayment, now: Date): Promise<void> {
  const closed = await trx
    .selectFrom('refunds')
    .select(['id', 'amount', 'lastError'])
    .where('provider', '=', payment.provider)
    .where('paymentId', '=', payment.paymentId)
    .where('state', '=', 'rejected')
    .where('reviewNote', '=', CHARGED_BACK)
    .where(
      sql<boolean>`not exists (
        select from returned_cotas closed
        join returned_cotas other on other.order_id = closed.order_id and other.line_no = closed.line_no
          and other.numbers && closed.numbers
        join refunds f on f.id = other.refund_id and f.state <> 'rejected'
        where closed.refund_id = refunds.id)`,
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  let left = await readLeft(trx, payment);
  for (const { id, amount, lastError } of closed) {
    const centavos = centavosFromNumeric(amount);
    if (centavos > left) continue;
    const isRequested = lastError === null || REQUESTED_ERRORS.has(lastError);
    if (isRequested) left -= centavos;
    await trx
      .updateTable('refunds')
      .set({ state: isRequested ? 'requested' : 'rejected', reviewedAt: null, reviewNote: null })
      .set({ updatedAt: now, nextAttemptAt: now })
      .where('id', '=', id)
      .execute();
  }
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
