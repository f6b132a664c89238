import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { MILESTONES } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';

/** Adds the notification of each milestone, at the time of the order that reached it. */
export async function addDemoMilestones(trx: Transaction<DB>): Promise<void> {
  await sql`
    insert into draw_news (rifa_id, key, news, created_at, notified_at, mailed_at)
    select rifas.id, 'milestone:' || percent,
      jsonb_build_object('kind', 'milestone', 'percent', percent,
        'drawDate', to_char(draw_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      reached_at, reached_at, reached_at
    from rifas cross join unnest(${[...MILESTONES]}::integer[]) as percent
    cross join lateral (
      select min(paid_at) as reached_at from (
        select paid_at, sum(item.quantity) over (order by paid_at, orders.id) as sold
        from orders join order_items item on item.order_id = orders.id
        where item.rifa_id = rifas.id and status = 'paid') as sales
      where sold * 100 >= total_numbers * percent) as reached
    where percent <= milestone and reached_at is not null
    order by reached_at`.execute(trx);
}
