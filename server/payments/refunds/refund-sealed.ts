/**
 * Refunds cotas that are on a frozen list, under the two-person rule. The draw does not change: the cotas
 * stay on the list, and a prize stays with its winner. The request is public on the draw page.
 */
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '@mare/database/schema.ts';
import { decideReturn } from '@mare/domain/orders/returns/decide-return.ts';
import { requestApproval, type RequestApprovalResult } from '../../approvals/approvals.ts';
import type { ApprovalHandler } from '../../approvals/execute-approvals.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { readPaidLines, recordReturn, type ReturnToRecord } from '../../orders/returns/returned-cotas.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import { findPaymentsOfOrder, type StoredPayment } from '../settlement/stored-payments.queries.ts';
import { lockOrderReference } from '../settlement/with-order-lock.ts';
import { createRefund, readLeft } from './request-refund.ts';
import { refundedOf, splitRefund } from './return-cotas.ts';

export type RequestSealedRefundResult =
  | RequestApprovalResult
  | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_NOT_PAID' | 'NOTHING_TO_RETURN' };

const payload = z.object({ rifaId: z.uuid(), note: z.string() });

export function requestSealedRefund(
  platform: Platform,
  { orderId, rifaId, note, userId }: { orderId: string; rifaId: string; note: string; userId: string },
): Promise<RequestSealedRefundResult> {
  return platform.db.transaction().execute(async (trx) => {
    const found = await findSealed(trx, orderId, rifaId);
    if (!found.ok) return found;
    const { title } = await trx
      .selectFrom('rifas')
      .select('title')
      .where('id', '=', rifaId)
      .executeTakeFirstOrThrow();
    return requestApproval(trx, platform, {
      kind: 'REFUND_SEALED',
      subjectId: orderId,
      rifaId,
      payload: { rifaId, note } satisfies z.input<typeof payload>,
      summary: `Devolver o dinheiro das cotas lacradas de “${title}” do pedido ${found.externalReference}.`,
      reason: note,
      requestedBy: userId,
    });
  });
}

/** Carries out REFUND_SEALED. */
export function sealedRefundHandler(platform: Pick<Platform, 'clock' | 'random'>): ApprovalHandler {
  return {
    async execute(trx, { id, subjectId: orderId, payload: data, requestedBy }) {
      const { rifaId, note } = payload.parse(data);
      const found = await findSealed(trx, orderId, rifaId);
      if (!found.ok) return found;
      const { payment, cotas } = found;
      const centavos = refundedOf(cotas);
      const refundId = await createRefund(platform, trx, payment, centavos, 'sealed', id);
      await recordReturn(trx, { orderId, refundId, cotas, isSealed: true });
      await recordOrderEvent(trx, orderId, 'refund_requested', `admin:${requestedBy}`, {
        refundId,
        amountCentavos: centavos,
        note,
      });
      return { ok: true };
    },
  };
}

type Sealed =
  | {
      ok: true;
      externalReference: string;
      payment: StoredPayment;
      cotas: ReturnToRecord[];
    }
  | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_NOT_PAID' | 'NOTHING_TO_RETURN' };

/** Takes the order's lock. */
async function findSealed(trx: Transaction<DB>, orderId: string, rifaId: string): Promise<Sealed> {
  const order = await findPayableOrder(trx, orderId);
  if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
  await lockOrderReference(trx, order.externalReference);
  const payments = await findPaymentsOfOrder(trx, orderId);
  const payment = payments.find(({ disposition }) => disposition === 'settles');
  if (payment?.state !== 'approved') return { ok: false, code: 'ORDER_NOT_PAID' };
  const decision = decideReturn(await readPaidLines(trx, orderId), { kind: 'sealed', rifaIds: [rifaId] });
  const cotas = splitRefund(decision, await readLeft(trx, payment));
  if (refundedOf(cotas) <= 0) return { ok: false, code: 'NOTHING_TO_RETURN' };
  return { ok: true, externalReference: order.externalReference, payment, cotas };
}
