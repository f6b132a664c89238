import { type Kysely, sql } from 'kysely';
import type { CancelledRefunds } from '@mare/contract/rifas/rifas-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { refundNeedsPerson } from '../review/refund-needs-person.ts';

type Stage = keyof CancelledRefunds;

/**
 * How far the refunds of a cancelled rifa are: its paid orders by stage, with the money of its cotas. An order whose cotas
 * all stay, because they found a cota premiada, is in none.
 */
export async function readCancelledRefunds(
  db: Kysely<DB>,
  rifaId: string,
  now: Date,
): Promise<CancelledRefunds> {
  const needsPerson = refundNeedsPerson('f', now);
  const { rows } = await sql<{ stage: Stage; orders: number; amount: string }>`
    with asked as (
      -- Of several, as an earlier one was rejected, the latest.
      select distinct on (c.order_id) c.order_id, f.id as refund_id
        from returned_cotas c join refunds f on f.id = c.refund_id
       where c.rifa_id = ${rifaId} and f.reason = 'rifa_cancelled'
       order by c.order_id, f.created_at desc, f.id
    ),
    by_order as (
      select asked.order_id, case when ${needsPerson} then 'waiting'
             when f.state = 'done' then 'done' when f.state = 'rejected' then 'elsewhere' else 'underWay' end as stage,
        (select sum(c.amount) from returned_cotas c
          where c.refund_id = f.id and c.rifa_id = ${rifaId}) as amount
        from asked join refunds f on f.id = asked.refund_id
      union all
      select o.id, case
          when o.disputed_at is not null or exists (${refundsOfOrder} and ${needsPerson}) then 'waiting'
          when exists (${refundsOfOrder} and f.state not in ('done', 'rejected')) then 'underWay'
          else 'unasked' end,
        sum(i.total_amount)
        from order_items i join orders o on o.id = i.order_id
       where i.rifa_id = ${rifaId} and o.status = 'paid'
         and not exists (select from asked where asked.order_id = o.id)
         and exists (
           select unnest(i.selected_numbers) except
           select p.number from instant_prizes p
            where p.rifa_id = i.rifa_id and p.order_id = i.order_id and p.number is not null and p.voided_at is null)
       group by o.id
    )
    select stage, count(*)::integer as orders, sum(amount) as amount from by_order group by stage`.execute(
    db,
  );
  const of = (stage: Stage) => {
    const row = rows.find((found) => found.stage === stage);
    return { orders: row?.orders ?? 0, centavos: centavosFromNumeric(row?.amount ?? '0') };
  };
  return {
    done: of('done'),
    underWay: of('underWay'),
    unasked: of('unasked'),
    waiting: of('waiting'),
    elsewhere: of('elsewhere'),
  };
}

/** Asked for before the cancellation, of the order `o`. */
const refundsOfOrder = sql`select from provider_payments p
  join refunds f on f.provider = p.provider and f.payment_id = p.payment_id where p.order_id = o.id`;
