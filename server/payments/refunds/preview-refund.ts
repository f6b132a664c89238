/** Amounts that a refund would return and keep, in the contract's form. */
import type { Kysely } from 'kysely';
import type { RefundPreview } from '@mare/contract/orders/orders.ts';
import type { DB } from '@mare/database/schema.ts';
import { decideReturn, type Return } from '@mare/domain/orders/returns/decide-return.ts';
import { readPaidLines } from '../../orders/returns/returned-cotas.ts';
import { readRefundableCentavos } from './read-returned-money.ts';
import { refundedOf, splitRefund } from './return-cotas.ts';

/** @param left refundable centavos of the payment */
export async function previewOf(
  db: Kysely<DB>,
  decision: Return,
  left: number,
  /** By rifa; read from the database if absent. */
  known?: ReadonlyMap<string, string>,
): Promise<RefundPreview> {
  const { returned, kept } = decision;
  const refunded = splitRefund(decision, left);
  const titles = known ?? (await readTitles(db, [...returned, ...kept]));
  const named = ({ rifaId, numbers }: { rifaId: string; numbers: readonly number[] }) => ({
    rifaId,
    title: titles.get(rifaId)!,
    quantity: numbers.length,
  });
  return {
    centavos: refundedOf(refunded),
    returned: refunded.map((cotas) => ({
      ...named(cotas),
      centavos: cotas.refundedCentavos,
    })),
    kept: kept.map((cotas) => ({ ...named(cotas), reason: cotas.reason })),
  };
}

/**
 * What an admin's refund of these rifas would return, in centavos.
 * @returns null if there is no such order
 */
export async function previewAdminRefund(
  db: Kysely<DB>,
  { orderId, rifaIds }: { orderId: string; rifaIds: readonly string[] },
): Promise<number | null> {
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst();
  if (!order) return null;
  if (order.status !== 'paid') return 0;
  const decision = decideReturn(await readPaidLines(db, orderId), { kind: 'admin', rifaIds });
  return refundedOf(splitRefund(decision, await readRefundableCentavos(db, orderId)));
}

async function readTitles(
  db: Kysely<DB>,
  cotas: readonly { rifaId: string }[],
): Promise<Map<string, string>> {
  const ids = cotas.map(({ rifaId }) => rifaId);
  if (ids.length === 0) return new Map();
  const rifas = await db.selectFrom('rifas').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rifas.map(({ id, title }) => [id, title]));
}
