import { type Kysely, sql, type Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { pageKeysOf } from '@mare/domain/numbers/page-key.ts';
import { maySellAfter, soldBeforeMove, type StandPayment } from '@mare/domain/orders/stand-allotment.ts';
import { findTakenNumbers } from '../numbers/find-taken-numbers.ts';
import { findPermutations } from '../numbers/number-permutations.ts';
import { recount, releaseNumbers, takeNumbers } from '../numbers/order-numbers.queries.ts';
import { takeShareOf } from '../reservation/shares.queries.ts';
import { type Allotment, lockHolder } from './find-allotments.ts';

export interface StandOrder {
  saleId: string;
  orderId: string;
  externalReference: string;
  userId: string;
  customer: object;
  numbers: readonly number[];
  bonusQuantity: number;
  unitPriceCentavos: number;
  totalCentavos: number;
  maxPerPerson: number | null;
  paidWith: StandPayment;
  soldAt: Date;
  /** End of its hold until its payment is recorded, in the same transaction. */
  holdExpiresAt: Date;
}

export type WriteStandOrderResult =
  | { ok: true }
  /** `numbers` that are no longer reserved for the phone; empty if the code applies to the whole sale. */
  | { ok: false; code: 'NUMBERS_TAKEN' | 'ALLOTMENT_ENDED' | 'ALLOTMENT_MOVED'; numbers: number[] }
  | { ok: false; code: 'PURCHASE_LIMIT_EXCEEDED' };

/**
 * Turns numbers of an allotment into an order. The numbers stay reserved throughout, so no one else can get them.
 * After the end of the allotment they are reserved again, all or none. If another phone took the allotment over,
 * earlier sales count while that phone has their numbers.
 * @param sent allotment of the phone that sold. The transaction has locked it, and its rifa against closing
 */
export async function writeStandOrder(
  trx: Transaction<DB>,
  sent: Allotment,
  order: StandOrder,
  now: Date,
): Promise<WriteStandOrderResult> {
  if (sent.end === 'moved' && !soldBeforeMove(order.soldAt, sent.endedAt!))
    return { ok: false, code: 'ALLOTMENT_MOVED', numbers: [] };
  const holder = await lockHolder(trx, sent);
  const { rifaId, end } = holder;
  const { numbers, orderId } = order;
  const lines = [{ rifaId, numbers: [...numbers] }];
  if (end === null) {
    const missing = numbers.filter(
      (number) => !holder.unsold.includes(number) || !sent.numbers.includes(number),
    );
    if (missing.length > 0) return { ok: false, code: 'NUMBERS_TAKEN', numbers: missing };
  } else {
    const wereSetAside = numbers.every((number) => sent.numbers.includes(number));
    if (!maySellAfter(end) || !wereSetAside) return { ok: false, code: 'ALLOTMENT_ENDED', numbers: [] };
    if (!(await takeNumbers(trx, lines))) {
      const taken = (await findTakenNumbers(trx, rifaId, numbers)) ?? [];
      return { ok: false, code: 'ALLOTMENT_ENDED', numbers: taken };
    }
  }
  const { userId, maxPerPerson: most } = order;
  if (most !== null && !(await takeShareOf(trx, { rifaId, userId, cotas: numbers.length, most }))) {
    if (end !== null) await releaseNumbers(trx, lines);
    return { ok: false, code: 'PURCHASE_LIMIT_EXCEEDED' };
  }
  if (end === null) {
    const unsold = holder.unsold.filter((number) => !numbers.includes(number));
    await trx.updateTable('standAllotments').set({ unsold }).where('id', '=', holder.id).execute();
  }
  await insertOrder(trx, sent, order, now);
  if (end !== null) await recount(trx, lines, 'cancelled', 'pending');
  await trx
    .insertInto('standSales')
    .values({
      id: order.saleId,
      allotmentId: sent.id,
      orderId,
      numbers: [...numbers],
      paidWith: order.paidWith,
      soldAt: order.soldAt,
      createdAt: now,
    })
    .execute();
  return { ok: true };
}

async function insertOrder(
  trx: Transaction<DB>,
  { rifaId }: Allotment,
  order: StandOrder,
  now: Date,
): Promise<void> {
  const { orderId, userId, externalReference, numbers, holdExpiresAt } = order;
  const quantity = numbers.length;
  const totalAmount = numericFromCentavos(order.totalCentavos);
  const permutations = await findPermutations(trx, [rifaId]);
  await trx
    .insertInto('orders')
    .values({
      id: orderId,
      externalReference,
      userId,
      clientRequestId: manualRequestId(order.saleId),
      rifaId,
      quantity,
      totalAmount,
      customer: JSON.stringify(order.customer),
      holdExpiresAt,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await trx
    .insertInto('orderItems')
    .values({
      orderId,
      lineNo: 1,
      rifaId,
      quantity,
      bonusQuantity: order.bonusQuantity,
      unitPrice: numericFromCentavos(order.unitPriceCentavos),
      totalAmount,
      selectedNumbers: [...numbers],
      cotaPages: pageKeysOf(rifaId, numbers, permutations.get(rifaId)!),
    })
    .execute();
  await trx
    .insertInto('orderEvents')
    .values({
      orderId,
      kind: 'order.created',
      toStatus: 'pending',
      source: 'stand',
      data: JSON.stringify({ soldAt: order.soldAt, paidWith: order.paidWith }),
      createdAt: now,
    })
    .execute();
}

/** Marks an order as sold by a seller, like every manual sale. */
export function manualRequestId(saleId: string): string {
  return `hand-${saleId}`;
}

export interface StoredStandSale {
  allotmentId: string;
  numbers: number[];
  externalReference: string;
  totalAmount: string;
}

export async function findStandSale(db: Kysely<DB>, saleId: string): Promise<StoredStandSale | null> {
  const sale = await db
    .selectFrom('standSales')
    .innerJoin('orders', 'orders.id', 'standSales.orderId')
    .select([
      'standSales.allotmentId',
      'standSales.numbers',
      'orders.externalReference',
      'orders.totalAmount',
    ])
    .where('standSales.id', '=', saleId)
    .executeTakeFirst();
  return sale ?? null;
}

/**
 * Locks a rifa against closing.
 * @returns whether it is on sale now and, if not, whether it is only paused
 */
export async function lockRifaOnSale(
  trx: Transaction<DB>,
  rifaId: string,
  now: Date,
): Promise<'on_sale' | 'paused' | 'closed'> {
  const rifa = await trx
    .selectFrom('rifas')
    .select(['pausedAt', sql<boolean>`status = 'active' and sales_end_at > ${now}`.as('isOpen')])
    .where('id', '=', rifaId)
    .forKeyShare()
    .executeTakeFirstOrThrow();
  if (!rifa.isOpen) return 'closed';
  return rifa.pausedAt === null ? 'on_sale' : 'paused';
}
