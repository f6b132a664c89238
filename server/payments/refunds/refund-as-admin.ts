import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { decideReturn } from '@mare/domain/orders/returns/decide-return.ts';
import { sealedCentavos } from '@mare/domain/orders/returns/refund-of-return.ts';
import { requestRefund, type RequestRefundResult } from './request-refund.ts';
import { returnCotas } from './return-cotas.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { readPaidLines } from '../../orders/returns/returned-cotas.ts';
import { readRefundableCentavos } from './read-returned-money.ts';

export interface AdminRefund {
  orderId: string;
  /** Amount to refund without returning cotas; null to return cotas. */
  amountCentavos: number | null;
  /** Rifas whose cotas are returned; undefined for all of the order. */
  rifaIds?: readonly string[];
  requestId: string;
  note: string;
  userId: string;
}

export type AdminRefundResult = RequestRefundResult | { ok: false; code: 'NOTHING_TO_RETURN' };

/**
 * An admin returns cotas of an order, or refunds money without returning cotas. An amount that leaves nothing would
 * end the order, so it returns the cotas instead.
 */
export async function refundAsAdmin(
  context: PaymentsContext,
  refund: AdminRefund,
): Promise<AdminRefundResult> {
  const { orderId, amountCentavos, requestId: deduplicationKey, note, userId } = refund;
  const source = `admin:${userId}`;
  const isPart =
    amountCentavos !== null && amountCentavos !== (await readRefundableCentavos(context.db, orderId));
  if (isPart) {
    const part = { orderId, amountCentavos, deduplicationKey, source, note };
    const mustStay = (trx: Transaction<DB>) => readSealedCentavos(trx, orderId);
    return requestRefund(context, { ...part, reason: 'admin', mustStay });
  }
  const lines = await readPaidLines(context.db, orderId);
  const rifaIds = refund.rifaIds ?? lines.map(({ rifaId }) => rifaId);
  const cause = { kind: 'admin', rifaIds } as const;
  return returnCotas(context, orderId, { cause, reason: 'admin', deduplicationKey, source, note });
}

async function readSealedCentavos(db: Kysely<DB>, orderId: string): Promise<number> {
  const lines = await readPaidLines(db, orderId);
  return sealedCentavos(decideReturn(lines, { kind: 'sealed', rifaIds: [] }));
}
