/** Withdraws a buyer from an order: requests a refund of what may go back. The cotas are freed once it is made. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Withdrawal } from '@mare/contract/orders/orders.ts';
import { decideReturn } from '@mare/domain/orders/returns/decide-return.ts';
import { withdrawableUntil } from '@mare/domain/orders/withdrawal.ts';
import type { Payments } from '../payments.ts';
import type { StoredOrder } from '../../orders/find-order.ts';
import { readPaidLines } from '../../orders/returns/returned-cotas.ts';
import { previewOf } from './preview-refund.ts';
import { readRefundableCentavos } from './read-returned-money.ts';
import { returnCotas } from './return-cotas.ts';

export type WithdrawOrderResult = { ok: true } | { ok: false; code: 'NOT_WITHDRAWABLE' };

export async function withdrawOrder({ context }: Payments, order: StoredOrder): Promise<WithdrawOrderResult> {
  if (!order.paidAt) return { ok: false, code: 'NOT_WITHDRAWABLE' };
  const requested = await returnCotas(context, order.id, {
    cause: { kind: 'withdrawal', paidAt: order.paidAt, now: context.clock.now() },
    reason: 'withdrawal',
    // A later withdrawal concerns what the earlier one left, such as an unclaimed gift.
    deduplicationKey: heldOf(order),
    source: 'buyer',
  });
  return requested.ok ? { ok: true } : { ok: false, code: 'NOT_WITHDRAWABLE' };
}

/** What a withdrawal would return now; null for an order that is not paid, or is disputed. */
export async function readWithdrawal(
  db: Kysely<DB>,
  { id, status, paidAt, disputedAt, lines: ofOrder }: StoredOrder,
  now: Date,
): Promise<Withdrawal | null> {
  if (status !== 'paid' || !paidAt || disputedAt) return null;
  const lines = await readPaidLines(db, id);
  const decision = decideReturn(lines, { kind: 'withdrawal', paidAt, now });
  const deadlines = decision.returned.map(({ lineNo }) => {
    const { rifa } = lines.find((line) => line.lineNo === lineNo)!;
    return withdrawableUntil(rifa, paidAt, now)!.getTime();
  });
  const titles = new Map(ofOrder.map(({ rifaId, title }) => [rifaId, title]));
  const preview = await previewOf(db, decision, await readRefundableCentavos(db, id), titles);
  return { ...preview, until: preview.centavos > 0 ? new Date(Math.min(...deadlines)).toISOString() : null };
}

function heldOf({ lines }: StoredOrder): string {
  const cotas = lines.map(({ rifaId, numbers }) => `${rifaId}:${numbers.length}`);
  return cotas.join(',');
}
