/**
 * Records refund requests. The row is committed before the provider is called; send-refunds.ts calls it. A cash refund
 * waits until an admin has handed the money back (return-cash.ts).
 */
import { createHash } from 'node:crypto';
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { withOrderLock } from '../settlement/with-order-lock.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { recordExit } from '../../orders/lifecycle/record-exit.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import { findPaymentsOfOrder, type StoredPayment } from '../settlement/stored-payments.queries.ts';

export type RefundReason =
  | 'late'
  | 'duplicate'
  | 'mismatch'
  | 'withdrawal'
  | 'rifa_cancelled'
  | 'admin'
  | 'sealed';

/** Idempotent by payment, reason and deduplication key. @returns the refund's id */
export async function createRefund(
  context: Pick<PaymentsContext, 'random' | 'clock'>,
  db: Kysely<DB>,
  payment: { provider: string; paymentId: string },
  amountCentavos: number,
  reason: RefundReason,
  /** Distinguishes several refunds with the same reason. */
  deduplicationKey = '',
): Promise<string> {
  const key = refundKey(payment, reason, deduplicationKey);
  await db
    .insertInto('refunds')
    .values({
      id: context.random.uuid(),
      provider: payment.provider,
      paymentId: payment.paymentId,
      amount: numericFromCentavos(amountCentavos),
      reason,
      idempotencyKey: key,
      nextAttemptAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute();
  return (await findRefundByKey(db, key))!;
}

export type RequestRefundResult =
  | { ok: true; refundId: string }
  | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_NOT_PAID' | 'AMOUNT_TOO_HIGH' }
  /** The amount exceeds what can be refunded without two persons. */
  | { ok: false; code: 'SECOND_PERSON_REQUIRED' };

/**
 * Refunds a paid order, in full or in part. The order becomes refunded when the provider confirms the full amount.
 * @param input.amountCentavos null for the remaining amount
 */
export async function requestRefund(
  context: PaymentsContext,
  input: {
    orderId: string;
    reason: RefundReason;
    amountCentavos: number | null;
    deduplicationKey?: string;
    source: string;
    /** Free-text reason given by the requester. */
    note?: string;
    /** Centavos that must stay: the price of cotas on a frozen list. Some money stays in any case. */
    mustStay?: (trx: Transaction<DB>) => Promise<number>;
  },
): Promise<RequestRefundResult> {
  const order = await findPayableOrder(context.db, input.orderId);
  if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
  return withOrderLock(context.db, order.externalReference, async (trx) => {
    const payments = await findPaymentsOfOrder(trx, order.id);
    const settling = payments.find((payment) => payment.disposition === 'settles');
    if (settling?.state !== 'approved') return { ok: false, code: 'ORDER_NOT_PAID' };
    const before = await findRefundOf(trx, settling, input.reason, input.deduplicationKey ?? '');
    if (before) return { ok: true, refundId: before.refundId };
    const left = await readLeft(trx, settling);
    const amount = input.amountCentavos ?? left;
    if (amount <= 0 || amount > left) return { ok: false, code: 'AMOUNT_TOO_HIGH' };
    // Another refund may have left exactly this amount: refunding it would end the order.
    if (input.mustStay && amount === left) return { ok: false, code: 'AMOUNT_TOO_HIGH' };
    if (input.mustStay && amount > left - (await input.mustStay(trx)))
      return { ok: false, code: 'SECOND_PERSON_REQUIRED' };
    const refundId = await createRefund(context, trx, settling, amount, input.reason, input.deduplicationKey);
    // The freeze excludes the cotas of an order with a full refund in progress.
    if (amount === left) await recordExit(trx, order.id, 'reembolso', null);
    await recordOrderEvent(trx, order.id, 'refund_requested', input.source, {
      refundId,
      amountCentavos: amount,
      ...(input.note && { note: input.note }),
    });
    return { ok: true, refundId };
  });
}

/**
 * Centavos of a payment without a requested refund. A refund confirmed by the provider counts before the payment
 * itself reports it.
 */
export async function readLeft(
  db: Kysely<DB>,
  payment: Pick<StoredPayment, 'provider' | 'paymentId' | 'amountCentavos' | 'refundedCentavos'>,
): Promise<number> {
  const sums = await db
    .selectFrom('refunds')
    .select(sumRefunds)
    .where('provider', '=', payment.provider)
    .where('paymentId', '=', payment.paymentId)
    .executeTakeFirstOrThrow();
  return leftOf(payment, sums);
}

/** In reais; null without such a refund. */
export interface RefundSums {
  done: string | null;
  open: string | null;
}

/** Columns of a query of refunds for `leftOf`. */
export function sumRefunds(eb: ExpressionBuilder<DB, 'refunds'>) {
  return [
    eb.fn.sum<string | null>('refunds.amount').filterWhere('refunds.state', '=', 'done').as('done'),
    eb.fn
      .sum<string | null>('refunds.amount')
      .filterWhere('refunds.state', 'not in', ['done', 'rejected'])
      .as('open'),
  ] as const;
}

export function leftOf(
  { amountCentavos, refundedCentavos }: Pick<StoredPayment, 'amountCentavos' | 'refundedCentavos'>,
  { done, open }: RefundSums,
): number {
  const returned = Math.max(refundedCentavos, centavosFromNumeric(done ?? '0'));
  return amountCentavos - returned - centavosFromNumeric(open ?? '0');
}

/** The refund of an earlier equal request; null for a new request. */
export async function findRefundOf(
  db: Kysely<DB>,
  payment: { provider: string; paymentId: string },
  reason: RefundReason,
  deduplicationKey: string,
): Promise<{ refundId: string; centavos: number } | null> {
  const row = await db
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('idempotencyKey', '=', refundKey(payment, reason, deduplicationKey))
    .executeTakeFirst();
  return row ? { refundId: row.id, centavos: centavosFromNumeric(row.amount) } : null;
}

async function findRefundByKey(db: Kysely<DB>, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('idempotencyKey', '=', key)
    .executeTakeFirst();
  return row?.id ?? null;
}

function refundKey(
  payment: { provider: string; paymentId: string },
  reason: RefundReason,
  deduplicationKey: string,
) {
  return uuidOf(`refund:${payment.provider}:${payment.paymentId}:${reason}:${deduplicationKey}`);
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
