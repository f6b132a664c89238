import { type Kysely, sql } from 'kysely';
import type { CancelledRefunds } from '@mare/contract/rifas/managed-rifa.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { refundNeedsPerson } from '../../review/refund-needs-person.ts';

type Stage = keyof CancelledRefunds;

/**
 * Progress of the refunds of a cancelled rifa: its paid orders by stage, with the money of its cotas, and orders that
 * were paid too late. Leaves out orders that keep all their cotas because they found a cota premiada.
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
    too_late as (
      select distinct on (o.id) o.id, ${stageOf(needsPerson)} as stage,
        -- The payment was for all lines of the order.
        round(sum(f.amount) over (partition by o.id) * (
          select sum(i.total_amount) from order_items i where i.order_id = o.id and i.rifa_id = ${rifaId}
        ) / o.total_amount, 2)
        from refunds f join provider_payments p on p.provider = f.provider and p.payment_id = f.payment_id
        join orders o on o.id = p.order_id
       where f.reason = 'late' and o.status in ('cancelled', 'failed')
         and o.id in (select i.order_id from order_items i where i.rifa_id = ${rifaId})
       -- An order that was paid late twice counts at its earlier stage.
       order by o.id, ${needsPerson} desc, f.state = 'done', f.state = 'rejected'
    ),
    by_order as (
      select asked.order_id, ${stageOf(needsPerson)} as stage,
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
      union all
      select * from too_late
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

/** SQL for the stage of the requested refund `f`. */
function stageOf(needsPerson: ReturnType<typeof refundNeedsPerson>) {
  return sql`case when ${needsPerson} then 'waiting' when f.state = 'done' then 'done'
    when f.state = 'rejected' then 'elsewhere' else 'underWay' end`;
}

/** Requested before the cancellation, for the order `o`. */
const refundsOfOrder = sql`select from provider_payments p
  join refunds f on f.provider = p.provider and f.payment_id = p.payment_id where p.order_id = o.id`;
