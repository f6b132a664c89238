/**
 * Withdraws a buyer from an order: requests a refund of all cotas that may be returned. They are freed once it is
 * made.
 */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Withdrawal } from '@mare/contract/orders/orders.ts';
import { decideReturn, type PaidLine } from '@mare/domain/orders/returns/decide-return.ts';
import { withdrawableUntil } from '@mare/domain/orders/withdrawal.ts';
import type { Payments } from '../payments.ts';
import type { StoredOrder } from '../../orders/reading/find-order.ts';
import { previewOf } from './preview-refund.ts';
import { returnCotas } from './return-cotas.ts';

export type WithdrawOrderResult = { ok: true } | { ok: false; code: 'NOT_WITHDRAWABLE' };

export async function withdrawOrder({ context }: Payments, order: StoredOrder): Promise<WithdrawOrderResult> {
  if (!order.paidAt) return { ok: false, code: 'NOT_WITHDRAWABLE' };
  const requested = await returnCotas(context, order.id, {
    cause: { kind: 'withdrawal', paidAt: order.paidAt, now: context.clock.now() },
    reason: 'withdrawal',
    // A later withdrawal covers cotas that the earlier one could not return, such as an unclaimed gift.
    deduplicationKey: heldOf(order),
    source: 'buyer',
  });
  return requested.ok ? { ok: true } : { ok: false, code: 'NOT_WITHDRAWABLE' };
}

/** Whether the order's state allows a withdrawal: a disputed order waits for the bank's decision. */
export function isWithdrawable({ status, paidAt, disputedAt }: StoredOrder): boolean {
  return status === 'paid' && paidAt !== null && disputedAt === null;
}

/** Amount that a withdrawal would return now. @param refundable centavos of the payment that can still be refunded */
export async function previewWithdrawal(
  db: Kysely<DB>,
  order: StoredOrder,
  { lines, refundable, now }: { lines: readonly PaidLine[]; refundable: number; now: Date },
): Promise<Withdrawal> {
  const paidAt = order.paidAt!;
  const decision = decideReturn(lines, { kind: 'withdrawal', paidAt, now });
  const deadlines = decision.returned.map(({ lineNo }) => {
    const { rifa } = lines.find((line) => line.lineNo === lineNo)!;
    return withdrawableUntil(rifa, paidAt, now)!.getTime();
  });
  const titles = new Map(order.lines.map(({ rifaId, title }) => [rifaId, title]));
  const preview = await previewOf(db, decision, refundable, titles);
  return { ...preview, until: preview.centavos > 0 ? new Date(Math.min(...deadlines)).toISOString() : null };
}

function heldOf({ lines }: StoredOrder): string {
  const cotas = lines.map(({ rifaId, numbers }) => `${rifaId}:${numbers.length}`);
  return cotas.join(',');
}
