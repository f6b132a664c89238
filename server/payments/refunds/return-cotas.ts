/** Requests the refund of cotas of an order that may be returned. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  decideReturn,
  type PaidLine,
  type Return,
  type ReturnCause,
} from '@mare/domain/orders/returns/decide-return.ts';
import { refundOfReturn } from '@mare/domain/orders/returns/refund-of-return.ts';
import { lockRifasOfOrder } from '../../orders/lifecycle/lock-rifas.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { readPaidLines, recordReturn, type ReturnToRecord } from '../../orders/returns/returned-cotas.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findPaymentsOfOrder, type StoredPayment } from '../settlement/stored-payments.queries.ts';
import { withOrderLock } from '../settlement/with-order-lock.ts';
import { countClosedRefunds } from './disputed/disputed-refunds.ts';
import { createRefund, findRefundOf, readLeft, type RefundReason } from './request-refund.ts';

export type ReturnCotasResult =
  | { ok: true; refundId: string; centavos: number }
  | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_NOT_PAID' | 'NOTHING_TO_RETURN' };

export interface ReturnRequest {
  cause: ReturnCause;
  reason: RefundReason;
  /** Requests with the same key make one refund. */
  deduplicationKey: string;
  source: string;
  /** Free-text reason given by the requester. */
  note?: string;
}

/** Request to return the lines of an order whose rifa was cancelled. */
export function returnOfCancelled(rifaId: string): ReturnRequest {
  return {
    cause: { kind: 'rifa_cancelled' },
    reason: 'rifa_cancelled',
    deduplicationKey: rifaId,
    source: 'rifa_cancelled',
  };
}

export async function returnCotas(
  context: PaymentsContext,
  orderId: string,
  request: ReturnRequest,
): Promise<ReturnCotasResult> {
  const order = await findPayableOrder(context.db, orderId);
  if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
  return withOrderLock(context.db, order.externalReference, async (trx) => {
    const payments = await findPaymentsOfOrder(trx, orderId);
    const settling = payments.find((payment) => payment.disposition === 'settles');
    if (settling?.state !== 'approved') return { ok: false, code: 'ORDER_NOT_PAID' };
    return returnCotasOf(context, trx, { ...settling, orderId }, request);
  });
}

/**
 * Requires the order's lock.
 * @param payment that settled the order
 */
export async function returnCotasOf(
  context: Pick<PaymentsContext, 'random' | 'clock'>,
  trx: Transaction<DB>,
  payment: StoredPayment & { orderId: string },
  { cause, reason, deduplicationKey, source, note }: ReturnRequest,
): Promise<ReturnCotasResult> {
  const { orderId } = payment;
  const dropped = reason === 'withdrawal' ? await countClosedRefunds(trx, payment, reason) : 0;
  const key = dropped === 0 ? deduplicationKey : `${deduplicationKey}:${dropped}`;
  const before = await findRefundOf(trx, payment, reason, key);
  if (before) return { ok: true, ...before };
  const decision = decideReturn(await lockPaidLines(trx, orderId), cause);
  const cotas = splitRefund(decision, await readLeft(trx, payment));
  const centavos = refundedOf(cotas);
  if (centavos <= 0) return { ok: false, code: 'NOTHING_TO_RETURN' };
  const refundId = await createRefund(context, trx, payment, centavos, reason, key);
  await recordReturn(trx, { orderId, refundId, cotas });
  await recordOrderEvent(trx, orderId, 'refund_requested', source, {
    refundId,
    amountCentavos: centavos,
    ...(note && { note }),
  });
  return { ok: true, refundId, centavos };
}

/** A return either commits before the freeze, which then excludes its cotas, or sees the frozen list. */
async function lockPaidLines(trx: Transaction<DB>, orderId: string): Promise<PaidLine[]> {
  await lockRifasOfOrder(trx, orderId);
  return readPaidLines(trx, orderId);
}

/** @param leftCentavos refundable centavos of the payment */
export function splitRefund(decision: Return, leftCentavos: number): ReturnToRecord[] {
  const amounts = refundOfReturn(decision, leftCentavos);
  return decision.returned.map((cotas, index) => ({ ...cotas, refundedCentavos: amounts[index]! }));
}

/** Sum of `splitRefund`. */
export function refundedOf(cotas: readonly Pick<ReturnToRecord, 'refundedCentavos'>[]): number {
  return cotas.reduce((sum, { refundedCentavos }) => sum + refundedCentavos, 0);
}
