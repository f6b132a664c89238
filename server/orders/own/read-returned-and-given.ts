import { type Kysely, sql } from 'kysely';
import type { OrderDetail } from '@mare/contract/orders/orders.ts';
import type { DB } from '@mare/database/schema.ts';
import { countGivenAway } from '../gifts/gifts.queries.ts';
import type { StoredOrder } from '../order.queries.ts';
import { listReturned } from '../returns/returned-cotas.ts';

/** What left a paid order, or the list of a draw. */
export async function readReturnedAndGiven(
  db: Kysely<DB>,
  { id, status }: Pick<StoredOrder, 'id' | 'status'>,
): Promise<Pick<OrderDetail, 'returned' | 'givenAway' | 'leftOut'>> {
  return {
    // Cotas go back from paid orders only.
    returned: status === 'pending' ? [] : await listReturned(db, id),
    givenAway: status === 'paid' ? await countGivenAway(db, id) : 0,
    leftOut: status === 'paid' ? await listLeftOut(db, id) : [],
  };
}

async function listLeftOut(db: Kysely<DB>, orderId: string): Promise<OrderDetail['leftOut']> {
  const { rows } = await sql<OrderDetail['leftOut'][number]>`
    select rifas.id as rifa_id, rifas.title, line.quantity, exclusion.left_out, exclusion.left_out_for_refund
    from (
      select rifa_id, sum(cardinality(numbers))::integer as left_out,
        coalesce(sum(cardinality(numbers)) filter (where reason = 'refund'), 0)::integer as left_out_for_refund
      from draw_list_exclusions where order_id = ${orderId} group by rifa_id) as exclusion
    join rifas on rifas.id = exclusion.rifa_id
    join lateral (
      select sum(cardinality(selected_numbers))::integer as quantity from order_items
      where order_id = ${orderId} and rifa_id = exclusion.rifa_id) as line on true
    order by rifas.title, rifas.id`.execute(db);
  return rows;
}
