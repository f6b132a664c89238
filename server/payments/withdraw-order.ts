/** A buyer changes their mind: the whole payment goes back, and with it the numbers, once the provider confirms. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { withdrawableUntil } from '@mare/domain/orders/withdrawal.ts';
import type { Payments } from './payments.ts';
import { requestRefund } from './refunds/request-refund.ts';
import type { Order } from '../orders/find-order.ts';

export type WithdrawOrderResult = { ok: true } | { ok: false; code: 'NOT_WITHDRAWABLE' };

export async function withdrawOrder({ context }: Payments, order: Order): Promise<WithdrawOrderResult> {
  if (!withdrawalEnds(order, context.clock.now())) return { ok: false, code: 'NOT_WITHDRAWABLE' };
  const requested = await requestRefund(context, {
    orderId: order.id,
    reason: 'withdrawal',
    amountCentavos: null,
    source: 'buyer',
    allow: (trx) => holdSalesOpen(trx, order),
  });
  return requested.ok ? { ok: true } : { ok: false, code: 'NOT_WITHDRAWABLE' };
}

/**
 * Whoever freezes the list of sold numbers locks the rifa for update: a withdrawal is either written before, and its
 * cotas are left out, or finds the sales ended here, and its cotas stay.
 */
async function holdSalesOpen(trx: Transaction<DB>, { lines }: Order): Promise<boolean> {
  const rifas = await trx
    .selectFrom('rifas')
    .select('status')
    .where(
      'id',
      'in',
      lines.map((line) => line.rifaId),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rifas.every(({ status }) => status === 'active');
}

/** @returns the last moment to withdraw from an order, or null. */
export function withdrawalEnds({ lines, ...order }: Order, now: Date): Date | null {
  const rifas = lines.map((line) => ({ status: line.rifaStatus, drawDate: line.drawDate }));
  return withdrawableUntil({ ...order, rifas }, now);
}
