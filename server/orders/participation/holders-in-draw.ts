import { type RawBuilder, sql } from 'kysely';
import { excludedFor, returningNumbers } from './listed-cotas.ts';

/**
 * A subquery of the `user_id` of each account with cotas that a list frozen now would contain: bought and kept, or
 * received, and neither disputed nor being refunded.
 * @param rifaId an id, or a reference to one
 */
export function holdersInDraw(rifaId: RawBuilder<unknown>): RawBuilder<{ userId: string }> {
  return sql`
    select bought.user_id from (
      select o.id, o.user_id, sum(i.quantity) as cotas
      from order_items i join orders o on o.id = i.order_id
      where i.rifa_id = ${rifaId} and o.status = 'paid' and ${excludedFor} is null
      group by o.id) as bought
    where bought.cotas > (
      select count(*) from (
        select gift.number from cota_gifts as gift
        where gift.order_id = bought.id and gift.rifa_id = ${rifaId}
          and gift.claimed_at is not null and gift.cancelled_at is null
        union
        select unnest(${returningNumbers}) from order_items i
        where i.order_id = bought.id and i.rifa_id = ${rifaId}) as gone)
    union
    select gift.recipient_id from cota_gifts as gift
    join order_items i on i.order_id = gift.order_id and i.rifa_id = gift.rifa_id
      and i.selected_numbers @> array[gift.number]
    join orders o on o.id = gift.order_id
    where gift.rifa_id = ${rifaId} and gift.claimed_at is not null and gift.cancelled_at is null
      and o.status = 'paid' and ${excludedFor} is null
      and gift.number <> all (coalesce(${returningNumbers}, '{}'))`;
}
