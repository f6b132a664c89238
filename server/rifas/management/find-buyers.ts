import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { RifaBuyer } from '@mare/contract/rifas/managed-rifa.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { peopleMatching } from '../../accounts/search/find-people.ts';
import { cashOwed } from '../../orders/reading/cash-owed.ts';
import { disputedNow } from '../../orders/reading/disputed-orders.ts';
import { linesWithNumber } from '../../orders/numbers/holders-of-number.ts';
import { stayingMoney } from '../../orders/returns/money-without-cotas.ts';
import { toListPage, pageWindow } from '../../platform/database/list-page.ts';

/**
 * Buyers of a rifa, newest first: orders' keys ascend with time.
 * @param search a number, or words of a name, an e-mail, a phone or a CPF; empty for all buyers
 */
export async function findBuyers(
  db: Database,
  { id, search, page }: { id: string; search: string; page: number },
): Promise<{ rows: RifaBuyer[]; hasMore: boolean }> {
  const { limit, offset } = pageWindow(page);
  const text = search.trim();
  const number = /^\d{1,8}$/.test(text) ? Number(text) : null;
  const lines = number === null ? null : await linesWithNumber(db, number, id);
  // Only the page's lines are joined: a rifa may have a million.
  const { rows } = await sql<BuyerRow>`
    with page as materialized (
      select order_id, line_no from ${lines ? sql`(${lines}) as line` : sql`order_items where rifa_id = ${id} and ${matching(text)}`}
      order by order_id desc, line_no limit ${sql.lit(limit)} offset ${offset})
    select orders.id as order_id, orders.external_reference, orders.status,
      ${disputedNow} as is_disputed, ${cashOwed} as cash_owed_centavos, orders.created_at,
      profiles.id as user_id, profiles.name, ${emailOrStated} as email,
      line.quantity as cotas,
      ${stayingMoney('line', 'orders')} as total_amount,
      ${number === null ? sql`line.selected_numbers[1]` : sql`${number}::integer`} as number
    from page
    join order_items line using (order_id, line_no)
    join orders on orders.id = page.order_id
    join profiles on profiles.id = orders.user_id
    order by page.order_id desc, page.line_no`.execute(db);
  return toListPage(
    rows.map(({ totalAmount, createdAt, ...row }) => ({
      ...row,
      totalCentavos: centavosFromNumeric(totalAmount),
      createdAt: createdAt.toISOString(),
    })),
  );
}

interface BuyerRow extends Omit<RifaBuyer, 'totalCentavos' | 'createdAt'> {
  totalAmount: string;
  createdAt: Date;
}

function matching(text: string): RawBuilder<SqlBool> {
  if (text === '') return sql<SqlBool>`true`;
  return sql<SqlBool>`order_id in (select orders.id from orders where orders.user_id in ${peopleMatching(text)})`;
}
