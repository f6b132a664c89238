import { type RawBuilder, sql } from 'kysely';

/**
 * A subquery of the `user_id` of each account with cotas that a list frozen now would contain: bought and kept, or
 * received, and not disputed.
 * @param rifaId an id, or a reference to one
 */
export function holdersInDraw(rifaId: RawBuilder<unknown>): RawBuilder<{ userId: string }> {
  return sql`
    select bought.user_id from (
      select orders.id, orders.user_id, sum(item.quantity) as cotas
      from order_items as item join orders on orders.id = item.order_id
      where item.rifa_id = ${rifaId} and orders.status = 'paid' and orders.disputed_at is null
      group by orders.id) as bought
    where bought.cotas > (
      select count(*) from cota_gifts as gift where gift.order_id = bought.id and gift.rifa_id = ${rifaId}
        and gift.claimed_at is not null and gift.cancelled_at is null)
    union
    select gift.recipient_id from cota_gifts as gift join orders on orders.id = gift.order_id
    where gift.rifa_id = ${rifaId} and gift.claimed_at is not null and gift.cancelled_at is null
      and orders.status = 'paid' and orders.disputed_at is null`;
}
