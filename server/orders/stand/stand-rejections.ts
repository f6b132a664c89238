import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export interface RejectedSale {
  allotmentId: string;
  /** Made by the phone. */
  saleId: string;
  code: string;
  reason: string | null;
  numbers: number[];
}

/** The rejection of a sale that this phone sent before; null if it was not rejected. */
export async function findStandRejection(
  db: Kysely<DB>,
  { allotmentId, saleId }: Pick<RejectedSale, 'allotmentId' | 'saleId'>,
): Promise<Pick<RejectedSale, 'code' | 'reason' | 'numbers'> | null> {
  const row = await db
    .selectFrom('standRejections')
    .select(['code', 'reason', 'numbers'])
    .where('allotmentId', '=', allotmentId)
    .where('saleId', '=', saleId)
    .executeTakeFirst();
  return row ?? null;
}

/** Makes a rejection final. The caller has locked the allotment, and the sale is neither sold nor rejected. */
export async function storeStandRejection(
  trx: Transaction<DB>,
  rejection: RejectedSale,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('standRejections')
    .values({ ...rejection, createdAt: now })
    .execute();
}
