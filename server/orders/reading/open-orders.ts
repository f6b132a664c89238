/** Orders of a person that wait for their payment. */
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

export interface OpenOrder {
  externalReference: string;
  holdExpiresAt: Date;
  totalCentavos: number;
  /** Cotas, bonus included. */
  quantity: number;
}

/** Higher than the number of orders that a person can have open. */
const LISTED = 5;

/** Newest first, without orders that are being closed. */
export async function listOpenOrders(pool: pg.Pool, userId: string, now: Date): Promise<OpenOrder[]> {
  const { rows } = await pool.query<OpenRow>({
    name: 'open-orders',
    text: `select external_reference as "externalReference", hold_expires_at as "holdExpiresAt",
             total_amount as "totalAmount", quantity
           from orders
           where user_id = $1 and status = 'pending' and closing_at is null and hold_expires_at > $2
           order by created_at desc limit $3`,
    values: [userId, now, LISTED],
  });
  return rows.map(toOpenOrder);
}

/** The open order of a cart, from another request. An index allows one. */
export async function findOpenOrder(
  db: Kysely<DB>,
  { userId, cartKey, clientRequestId }: { userId: string; cartKey: string; clientRequestId: string },
): Promise<OpenOrder | null> {
  const row = await db
    .selectFrom('orders')
    .select(['externalReference', 'holdExpiresAt', 'totalAmount', 'quantity'])
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('closingAt', 'is', null)
    .where('cartKey', '=', cartKey)
    .where('clientRequestId', '!=', clientRequestId)
    .executeTakeFirst();
  return row ? toOpenOrder(row) : null;
}

interface OpenRow extends Omit<OpenOrder, 'totalCentavos'> {
  totalAmount: string;
}

function toOpenOrder({ totalAmount, ...order }: OpenRow): OpenOrder {
  return { ...order, totalCentavos: centavosFromNumeric(totalAmount) };
}
