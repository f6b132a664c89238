/** Orders of a person that wait for their payment. */
import type { Kysely } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

export interface OpenOrder {
  externalReference: string;
  holdExpiresAt: Date;
  totalCentavos: number;
  /** Cotas, bonus included. */
  quantity: number;
}

/** More than a person can reserve at once. */
const LISTED = 5;

/** Newest first; those that are being closed are left out. */
export async function listOpenOrders(db: Kysely<DB>, userId: string, now: Date): Promise<OpenOrder[]> {
  const rows = await selectOpen(db, userId)
    .where('holdExpiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(toOpenOrder);
}

/** The open order of a cart, of another request than this one. An index allows one. */
export async function findOpenOrder(
  db: Kysely<DB>,
  { userId, cartKey, clientRequestId }: { userId: string; cartKey: string; clientRequestId: string },
): Promise<OpenOrder | null> {
  const row = await selectOpen(db, userId)
    .where('cartKey', '=', cartKey)
    .where('clientRequestId', '!=', clientRequestId)
    .executeTakeFirst();
  return row ? toOpenOrder(row) : null;
}

function selectOpen(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('orders')
    .select(['externalReference', 'holdExpiresAt', 'totalAmount', 'quantity'])
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('closingAt', 'is', null);
}

function toOpenOrder({
  totalAmount,
  ...order
}: {
  externalReference: string;
  holdExpiresAt: Date;
  totalAmount: string;
  quantity: number;
}): OpenOrder {
  return { ...order, totalCentavos: centavosFromNumeric(totalAmount) };
}
