/** A buyer changes their mind: the whole payment goes back, and with it the numbers, once the provider confirms. */
import { withdrawableUntil } from '@mare/domain/orders/withdrawal.ts';
import type { Payments } from '../payments/payments.ts';
import { requestRefund } from '../payments/refunds/request-refund.ts';
import type { Order } from './order.queries.ts';

export type WithdrawOrderResult = { ok: true } | { ok: false; code: 'not_withdrawable' };

export async function withdrawOrder({ context }: Payments, order: Order): Promise<WithdrawOrderResult> {
  if (!withdrawalEnds(order, context.clock.now())) return { ok: false, code: 'not_withdrawable' };
  const requested = await requestRefund(context, {
    orderId: order.id,
    reason: 'withdrawal',
    amountCentavos: null,
    source: 'buyer',
  });
  return requested.ok ? { ok: true } : { ok: false, code: 'not_withdrawable' };
}

/** @returns the last moment to withdraw from an order, or null. */
export function withdrawalEnds({ lines, ...order }: Order, now: Date): Date | null {
  const rifas = lines.map((line) => ({ status: line.rifaStatus, drawDate: line.drawDate }));
  return withdrawableUntil({ ...order, rifas }, now);
}
