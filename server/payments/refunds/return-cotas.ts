/** Requests the refund of cotas of an order that may be returned. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  decideReturn,
  type PaidLine,
  type Return,
  type ReturnCause,
} from '@mare/domain/orders/returns/decide-return.ts';
import { lockRifasOfOrder } from '../../orders/lifecycle/lock-rifas.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { readPaidLines, recordReturn } from '../../orders/returns/returned-cotas.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findPaymentsOfOrder, type StoredPayment } from '../settlement/stored-payments.queries.ts';
import { withOrderLock } from '../settlement/with-order-lock.ts';
import { countClosedRefunds } from './disputed-refunds.ts';
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
  const left = await readLeft(trx, payment);
  const centavos = Math.min(decision.centavos, left);
  if (centavos <= 0) return { ok: false, code: 'NOTHING_TO_RETURN' };
  const refundId = await createRefund(context, trx, payment, centavos, reason, key);
  await recordReturn(trx, { orderId, refundId, cotas: splitRefund(decision, centavos) });
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

/** After an earlier refund without cotas, less than the full price is left: the last lines get less. */
export function splitRefund({ returned }: Return, centavos: number) {
  let left = centavos;
  return returned.map((cotas) => {
    const refundedCentavos = Math.min(cotas.centavos, left);
    left -= refundedCentavos;
    return { ...cotas, refundedCentavos };
  });
}
