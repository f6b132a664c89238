import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OrderDetail } from '@mare/contract/orders/orders.ts';
import type { DB } from '@mare/database/schema.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import type { StoredOrder } from '../reading/order.queries.ts';
import { SEALED_COTAS } from '../returns/sealed-cotas.queries.ts';

export type CotaOutcomes = Pick<OrderDetail, 'returned' | 'sealed' | 'givenAway' | 'leftOut' | 'won'>;

/** The order's id, or an SQL expression for it. */
type OrderId = string | RawBuilder<unknown>;

/** Returned, given, excluded and winning cotas of an order, in one statement. */
export async function readCotaOutcomes(
  db: Kysely<DB>,
  { id, status }: Pick<StoredOrder, 'id' | 'status'>,
): Promise<CotaOutcomes> {
  if (status === 'pending') return NO_OUTCOMES;
  const { rows } = await sql<CotaOutcomes>`select ${cotaOutcomesOf(id)}`.execute(db);
  return outcomesShown(status, rows[0]!);
}

/** Outcomes of a pending order: only cotas of paid orders can be returned, given away or win. */
export const NO_OUTCOMES: CotaOutcomes = { returned: [], sealed: [], givenAway: 0, leftOut: [], won: [] };

/** SQL expressions for the fields of `CotaOutcomes`. */
export const cotaOutcomesOf = (orderId: OrderId) => sql`
  (${returnedOf(orderId)}) as returned, (${sealedOf(orderId)}) as sealed, (${givenAwayOf(orderId)}) as "givenAway",
  (${listExclusionsOf(orderId)}) as "leftOut", (${wonBy(orderId)}) as won`;

/**
 * The outcomes to show for the order's status.
 * @param read used for an order that is not pending
 */
export function outcomesShown(status: OrderStatus, read: CotaOutcomes): CotaOutcomes {
  const { returned, sealed, givenAway, leftOut, won } = read;
  return status === 'paid'
    ? { returned, sealed, givenAway, leftOut, won }
    : { returned, sealed, givenAway: 0, leftOut: [], won };
}

/** Returned cotas by rifa, earliest return first. */
const returnedOf = (orderId: OrderId) => sql`
  select coalesce(json_agg(json_build_object('title', title, 'quantity', quantity, 'centavos', centavos,
    'isRifaCancelled', is_rifa_cancelled) order by released_at, line_no), '[]')
  from (
    select rifas.title, rifas.status = 'cancelled' as is_rifa_cancelled, min(released_at) as released_at,
      min(line_no) as line_no, sum(cardinality(numbers))::integer as quantity, (sum(amount) * 100)::integer as centavos
    from returned_cotas join rifas on rifas.id = returned_cotas.rifa_id
    where order_id = ${orderId} and released_at is not null
    group by rifas.id) as of_rifa`;

const sealedOf = (orderId: OrderId) => sql`
  select coalesce(json_agg(json_build_object('title', title, 'quantity', quantity, 'given', given, 'centavos', centavos)
    order by title, rifa_id), '[]')
  from (${SEALED_COTAS}) as sealed where order_id = ${orderId}`;

const givenAwayOf = (orderId: OrderId) => sql`
  select count(*)::integer from cota_gifts
  where order_id = ${orderId} and claimed_at is not null and cancelled_at is null`;

const listExclusionsOf = (orderId: OrderId) => sql`
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

/** Winning cotas, including those that were given away: the recipient gets the prize. */
const wonBy = (orderId: OrderId) => sql`
  select coalesce(json_agg(json_build_object('rifaId', winner.rifa_id, 'number', winner_number, 'position', winner_position,
    'prize', prize.name, 'isBuyers', coalesce(winner.user_id = orders.user_id, gift.id is null))
    order by winner.rifa_id, winner_position), '[]')
  from order_items item
  join orders on orders.id = item.order_id
  join rifa_winners winner on winner.rifa_id = item.rifa_id and winner.winner_number = any (item.selected_numbers)
  join rifa_prizes prize on prize.rifa_id = winner.rifa_id and prize.position = winner.winner_position
  left join cota_gifts gift on gift.order_id = item.order_id and gift.rifa_id = item.rifa_id and gift.number = winner_number
    and claimed_at is not null and cancelled_at is null
  where item.order_id = ${orderId}`;
