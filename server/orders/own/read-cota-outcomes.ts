import { type Kysely, sql } from 'kysely';
import type { OrderDetail } from '@mare/contract/orders/orders.ts';
import type { DB } from '@mare/database/schema.ts';
import type { StoredOrder } from '../order.queries.ts';
import { SEALED_COTAS } from '../returns/sealed-cotas.queries.ts';

type CotaOutcomes = Pick<OrderDetail, 'returned' | 'sealed' | 'givenAway' | 'leftOut' | 'won'>;

/** What left a paid order, or the list of a draw, and what won: one statement. */
export async function readCotaOutcomes(
  db: Kysely<DB>,
  { id, status }: Pick<StoredOrder, 'id' | 'status'>,
): Promise<CotaOutcomes> {
  // Cotas go back from paid orders only.
  if (status === 'pending') return { returned: [], sealed: [], givenAway: 0, leftOut: [], won: [] };
  const { rows } = await sql<CotaOutcomes>`
    select (${returnedOf(id)}) as returned, (${sealedOf(id)}) as sealed, (${givenAwayOf(id)}) as given_away,
      (${leftOutOf(id)}) as left_out, (${wonBy(id)}) as won`.execute(db);
  const read = rows[0]!;
  return status === 'paid' ? read : { ...read, givenAway: 0, leftOut: [] };
}

/** By rifa, in the order in which they went back. */
const returnedOf = (orderId: string) => sql`
  select coalesce(json_agg(json_build_object('title', title, 'quantity', quantity, 'centavos', centavos,
    'isRifaCancelled', is_rifa_cancelled) order by released_at, line_no), '[]')
  from (
    select rifas.title, rifas.status = 'cancelled' as is_rifa_cancelled, min(released_at) as released_at,
      min(line_no) as line_no, sum(cardinality(numbers))::integer as quantity, (sum(amount) * 100)::integer as centavos
    from returned_cotas join rifas on rifas.id = returned_cotas.rifa_id
    where order_id = ${orderId} and released_at is not null
    group by rifas.id) as of_rifa`;

const sealedOf = (orderId: string) => sql`
  select coalesce(json_agg(json_build_object('title', title, 'quantity', quantity, 'centavos', centavos)
    order by title, rifa_id), '[]')
  from (${SEALED_COTAS}) as sealed where order_id = ${orderId}`;

const givenAwayOf = (orderId: string) => sql`
  select count(*)::integer from cota_gifts
  where order_id = ${orderId} and claimed_at is not null and cancelled_at is null`;

const leftOutOf = (orderId: string) => sql`
  select coalesce(json_agg(json_build_object('rifaId', rifas.id, 'title', rifas.title, 'quantity', line.quantity,
    'leftOut', left_out, 'leftOutForRefund', left_out_for_refund) order by rifas.title, rifas.id), '[]')
  from (
    select rifa_id, sum(cardinality(numbers))::integer as left_out,
      coalesce(sum(cardinality(numbers)) filter (where reason = 'refund'), 0)::integer as left_out_for_refund
    from draw_list_exclusions where order_id = ${orderId} group by rifa_id) as exclusion
  join rifas on rifas.id = exclusion.rifa_id
  join lateral (
    select sum(cardinality(selected_numbers))::integer as quantity from order_items
    where order_id = ${orderId} and rifa_id = exclusion.rifa_id) as line on true`;

/** Also with cotas that were given away: their recipient has the prize. */
const wonBy = (orderId: string) => sql`
  select coalesce(json_agg(json_build_object('rifaId', winner.rifa_id, 'number', winner_number, 'position', winner_position,
    'prize', prize.name, 'isBuyers', gift.id is null)
    order by winner.rifa_id, winner_position), '[]')
  from order_items item
  join rifa_winners winner on winner.rifa_id = item.rifa_id and winner.winner_number = any (item.selected_numbers)
  join rifa_prizes prize on prize.rifa_id = winner.rifa_id and prize.position = winner.winner_position
  left join cota_gifts gift on gift.order_id = item.order_id and gift.rifa_id = item.rifa_id and gift.number = winner_number
    and claimed_at is not null and cancelled_at is null
  where item.order_id = ${orderId}`;
