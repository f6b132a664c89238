import type { Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { CASH, moneyIn, paidToBank } from '@mare/domain/payments/ledger.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { withOrderLock } from '../settlement/with-order-lock.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import { postSettlement } from '../settlement/post-settlement.ts';
import { findStoredPayment } from '../settlement/stored-payments.queries.ts';

export type SettleInCashResult = { ok: true } | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_CLOSED' };

/**
 * Settles an order with a payment to a seller. The payment's id is the order's, which makes the call idempotent.
 * @param source who took the money, for the order's history
 */
export async function settleInCash(
  context: Pick<PaymentsContext, 'db' | 'jobs' | 'clock'>,
  orderId: string,
  source: string,
): Promise<SettleInCashResult> {
  const order = await findPayableOrder(context.db, orderId);
  if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
  return withOrderLock(context.db, order.externalReference, (trx) =>
    settleInCashWithin(trx, context, order, source),
  );
}

/**
 * In the caller's transaction, which holds the lock on the order's reference.
 * @param options.bankedCentavos what the buyer paid by Pix to the organiser's account; the part above the total was
 *   handed back in cash, as a refund is
 */
export async function settleInCashWithin(
  trx: Transaction<DB>,
  { jobs, clock }: Pick<PaymentsContext, 'jobs' | 'clock'>,
  order: { id: string; externalReference: string; totalCentavos: number },
  source: string,
  { bankedCentavos = 0 }: { bankedCentavos?: number } = {},
): Promise<SettleInCashResult> {
  if (await findStoredPayment(trx, CASH, order.id)) return { ok: true };
  const now = clock.now();
  const isBanked = bankedCentavos > 0;
  const settled = await settleOrder(trx, order.id, now);
  if (settled !== 'settled' && settled !== 'settled_late') return { ok: false, code: 'ORDER_CLOSED' };
  await trx
    .insertInto('providerPayments')
    .values({
      provider: CASH,
      paymentId: order.id,
      orderId: order.id,
      externalReference: order.externalReference,
      state: 'approved',
      rawStatus: 'approved',
      amount: numericFromCentavos(order.totalCentavos),
      currency: 'BRL',
      method: isBanked ? 'pix' : CASH,
      approvedAt: now,
      providerUpdatedAt: now,
      disposition: 'settles',
    })
    .execute();
  const payment = { provider: CASH, paymentId: order.id, amountCentavos: order.totalCentavos };
  const banked = isBanked ? [paidToBank(order.id, bankedCentavos)] : [];
  await postSettlement(trx, order.id, [moneyIn(payment), ...banked], { paidAt: now, now });
  await recordOrderEvent(trx, order.id, isBanked ? 'paid_by_pix' : 'paid_in_cash', source, {});
  await jobs.enqueue(trx, orderEvents.paid, { orderId: order.id });
  return { ok: true };
}
