import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { moneyWithoutCotas } from '../../orders/returns/money-without-cotas.ts';

const HOUR_MS = 3_600_000;

/** A Pix may be approved this long after its order was made. */
const LATE_MS = 24 * HOUR_MS;

export interface SalesBucket {
  /** 0-based, from `from`. */
  bucket: number;
  cotas: number;
  revenueCentavos: number;
}

/** Paid cotas of a rifa by buckets of the same length, by moment of payment; buckets without sales are left out. */
export async function countSales(
  db: Kysely<DB>,
  rifaId: string,
  { from, until, stepMs }: { from: Date; until: Date; stepMs: number },
): Promise<SalesBucket[]> {
  const { rows } = await sql<{ bucket: number; cotas: number; amount: string }>`
    select floor(extract(epoch from o.paid_at - ${from}::timestamptz) * 1000 / ${stepMs}::integer)::integer as bucket,
      sum(cardinality(i.selected_numbers))::integer as cotas, sum(i.total_amount - ${moneyWithoutCotas('i', 'o')}) as amount
    from order_items i join orders o on o.id = i.order_id
    where i.rifa_id = ${rifaId} and o.status = 'paid' and o.paid_at >= ${from} and o.paid_at < ${until}
      and o.created_at >= ${new Date(from.getTime() - LATE_MS)}
    group by 1 order by 1`.execute(db);
  return rows.map(({ bucket, cotas, amount }) => ({
    bucket,
    cotas,
    revenueCentavos: centavosFromNumeric(amount),
  }));
}

/** Sources of paid orders since `from`: an affiliate, a manual sale (`cash`), or the source of a measured visit. */
export async function countSources(
  db: Kysely<DB>,
  rifaId: string,
  from: Date,
): Promise<{ source: string; orders: number; revenueCentavos: number }[]> {
  const { rows } = await sql<{ source: string; orders: number; amount: string }>`
    select case when o.affiliate_id is not null then 'affiliate'
        when exists (select from provider_payments p where p.order_id = o.id and p.provider = 'cash') then 'cash'
        else coalesce(v.source, 'unknown') end as source,
      count(distinct o.id)::integer as orders, sum(i.total_amount - ${moneyWithoutCotas('i', 'o')}) as amount
    from order_items i join orders o on o.id = i.order_id
    left join lateral (select source from visits where order_id = o.id limit 1) v on true
    where i.rifa_id = ${rifaId} and o.status = 'paid' and o.created_at >= ${from}
    group by 1 order by amount desc limit 8`.execute(db);
  return rows.map(({ source, orders, amount }) => ({
    source,
    orders,
    revenueCentavos: centavosFromNumeric(amount),
  }));
}

/** Milestones that were announced to buyers. */
export async function findMilestones(
  db: Kysely<DB>,
  rifaId: string,
): Promise<{ percent: number; reachedAt: Date }[]> {
  const { rows } = await sql<{ percent: number; reachedAt: Date }>`
    select (news ->> 'percent')::integer as percent, created_at as reached_at from draw_news
    where rifa_id = ${rifaId} and news ->> 'kind' = 'milestone' order by 1`.execute(db);
  return rows;
}

/**
 * Numbers of unpaid orders, stand allotments and free parts of group purchases, unordered.
 * @param range 1-based, `until` exclusive
 */
export async function findReservedNumbers(
  db: Kysely<DB>,
  rifaId: string,
  { from, until }: { from: number; until: number },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from orders o join order_items i on i.order_id = o.id, unnest(i.selected_numbers) as number
    where o.status = 'pending' and i.rifa_id = ${rifaId} and number >= ${from} and number < ${until}
    union all
    select number from stand_allotments a, unnest(a.unsold) as number
    where a.ended_at is null and a.rifa_id = ${rifaId} and number >= ${from} and number < ${until}
    union all
    select number from group_purchases g join group_purchase_parts part on part.group_id = g.id,
      unnest(part.numbers) as number
    where g.ended_at is null and part.is_free and g.rifa_id = ${rifaId} and number >= ${from} and number < ${until}`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}
