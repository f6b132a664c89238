/** Withdraws a buyer from an order: requests a full refund. The numbers are released once the provider confirms. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { withdrawableUntil } from '@mare/domain/orders/withdrawal.ts';
import type { Payments } from '../payments.ts';
import { requestRefund } from './request-refund.ts';
import type { StoredOrder } from '../../orders/find-order.ts';

export type WithdrawOrderResult = { ok: true } | { ok: false; code: 'NOT_WITHDRAWABLE' };

export async function withdrawOrder({ context }: Payments, order: StoredOrder): Promise<WithdrawOrderResult> {
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
 * Locks the rifas against a concurrent end of sales, which freezes the list of sold numbers under a row lock. A
 * withdrawal either commits first, and its cotas are left out of the list, or is rejected here.
 */
async function holdSalesOpen(trx: Transaction<DB>, { lines }: StoredOrder): Promise<boolean> {
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

/** @returns the deadline to withdraw from the order; null if it cannot be withdrawn */
export function withdrawalEnds({ lines, ...order }: StoredOrder, now: Date): Date | null {
  const rifas = lines.map((line) => ({ status: line.rifaStatus, salesEndAt: line.salesEndAt }));
  return withdrawableUntil({ ...order, rifas }, now);
}
