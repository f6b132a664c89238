import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** A rifa that awaits its draw. */
export interface OpenRifa {
  id: string;
  title: string;
  drawDate: Date;
  /** Titles of the others that are drawn before it or with it. */
  earlier: string[];
}

/**
 * Next draw first.
 * @param order only rifas of the order with this reference
 */
export async function listOpenRifas(db: Kysely<DB>, order: string | null): Promise<OpenRifa[]> {
  const open = await db
    .selectFrom('rifas')
    .select(['id', 'title', 'drawDate'])
    .where('status', 'in', ['active', 'closed'])
    .orderBy('drawDate')
    .orderBy('title')
    .execute();
  const bought = order === null ? null : await findRifasOfOrder(db, order);
  return open
    .map((rifa) => ({
      ...rifa,
      earlier: open
        .filter(({ id, drawDate }) => id !== rifa.id && drawDate <= rifa.drawDate)
        .map(({ title }) => title),
    }))
    .filter(({ id }) => !bought || bought.has(id));
}

async function findRifasOfOrder(db: Kysely<DB>, externalReference: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .select('orderItems.rifaId')
    .where('orders.externalReference', '=', externalReference)
    .execute();
  return new Set(rows.map(({ rifaId }) => rifaId));
}
