import { sql, type SqlBool } from 'kysely';
import type { RifaBuyer } from '@mare/contract/rifas/rifas-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { Database } from '@mare/database/connect.ts';
import { toListPage, pageWindow, startsWith } from '../../platform/database/list-page.ts';

/**
 * Buyers of a rifa, newest first.
 * @param search a number, or a prefix of a name or e-mail; empty for all buyers
 */
export async function findBuyers(
  db: Database,
  { id, search, page }: { id: string; search: string; page: number },
): Promise<{ rows: RifaBuyer[]; hasMore: boolean }> {
  const { limit, offset } = pageWindow(page);
  const text = search.trim();
  const number = /^\d{1,8}$/.test(text) ? Number(text) : null;
  const rows = await db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('profiles', 'profiles.id', 'orders.userId')
    .select(['orders.id as orderId', 'orders.externalReference', 'orders.status', 'orders.createdAt'])
    .select(['profiles.id as userId', 'profiles.name', 'profiles.email'])
    .select(['orderItems.quantity as cotas', 'orderItems.totalAmount'])
    .select(sql<number>`${number === null ? sql`selected_numbers[1]` : sql`${number}::integer`}`.as('number'))
    .where('orderItems.rifaId', '=', id)
    .$if(number !== null, (query) =>
      query.where(sql<SqlBool>`order_items.selected_numbers @> array[${number}]::integer[]`),
    )
    .$if(number === null && text !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb(sql`lower(profiles.name)`, 'like', startsWith(text.toLowerCase())),
          eb('profiles.email', 'like', startsWith(text.toLowerCase())),
        ]),
      ),
    )
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id')
    .orderBy('orderItems.lineNo')
    .limit(limit)
    .offset(offset)
    .execute();
  return toListPage(
    rows.map(({ totalAmount, createdAt, status, ...row }) => ({
      ...row,
      status: status as RifaBuyer['status'],
      totalCentavos: centavosFromNumeric(totalAmount),
      createdAt: createdAt.toISOString(),
    })),
  );
}
