import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { readListText } from './read-list.ts';

/** The published text of a frozen list. */
export async function readFrozenText(db: Kysely<DB>, rifaId: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of readListText(db, rifaId)) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** The payment of two reais that settled an order; its id is that of the order. */
export async function addSettlingPayment(
  db: Kysely<DB>,
  orderId: string,
  providerUpdatedAt: Date,
): Promise<void> {
  await db
    .insertInto('providerPayments')
    .values({
      provider: 'sandbox',
      paymentId: orderId,
      orderId,
      state: 'approved',
      rawStatus: 'approved',
      amount: '2.00',
      currency: 'BRL',
      disposition: 'settles',
      providerUpdatedAt,
    })
    .execute();
}
