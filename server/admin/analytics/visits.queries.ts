import { type Kysely, sql, type Transaction } from 'kysely';
import type { Funnel } from '@mare/contract/admin/analytics.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

/** Sources listed per day; the rest is summed up, because URLs may contain any source. */
const SOURCES_PER_DAY = 40;

/**
 * Visits by day and source. An order counts while it is paid, less refunds.
 * @param from first day
 * @param until first day after the range
 */
const counted = (from: string, until: string) => sql`
  select day, case when rank <= ${SOURCES_PER_DAY} then source else 'Outros' end as source,
    sum(visits)::int as visits, sum(viewed)::int as viewed, sum(carted)::int as carted,
    sum(ordered)::int as ordered, sum(paid)::int as paid, sum(paid_amount) as paid_amount
  from (
    select day, source, count(*) as visits, count(viewed_at) as viewed, count(carted_at) as carted,
      count(ordered_at) as ordered, count(*) filter (where orders.status = 'paid') as paid,
      coalesce(sum(total_amount - returned_amount) filter (where orders.status = 'paid'), 0) as paid_amount,
      row_number() over (partition by day order by count(*) desc, source) as rank
    from visits left join orders on orders.id = visits.order_id
    where day >= ${from}::date and day < ${until}::date
    group by day, source
  ) as each group by 1, 2`;

/** Recomputes the aggregates of the days from..until. */
export async function writeVisitDays(db: Kysely<DB>, from: string, until: string): Promise<void> {
  await db.transaction().execute((trx) => rewriteVisitDays(trx, from, until));
}

/** Skips unchanged rows: `on conflict do update` would lock them, which also writes to the WAL. */
export async function rewriteVisitDays(trx: Transaction<DB>, from: string, until: string): Promise<void> {
  await sql`
    with counted as materialized (${counted(from, until)}), gone as (
      delete from visit_days where day >= ${from}::date and day < ${until}::date
        and (day, source) not in (select day, source from counted)
    )
    insert into visit_days (day, source, visits, viewed, carted, ordered, paid, paid_amount)
    select day, source, visits, viewed, carted, ordered, paid, paid_amount from counted
    except select day, source, visits, viewed, carted, ordered, paid, paid_amount from visit_days
      where day >= ${from}::date and day < ${until}::date
    on conflict (day, source) do update set visits = excluded.visits, viewed = excluded.viewed,
      carted = excluded.carted, ordered = excluded.ordered, paid = excluded.paid, paid_amount = excluded.paid_amount`.execute(
    trx,
  );
}

type Steps = Funnel['total'];
interface Row extends Omit<Steps, 'paidCentavos'> {
  source: string;
  paidAmount: string;
}

/** By source, most visits first. @param live first day that is counted from the visits */
export async function selectVisitSources(
  db: Kysely<DB>,
  from: string,
  live: string,
): Promise<({ source: string } & Steps)[]> {
  const { rows } = await sql<Row>`
    select source, sum(visits)::int as visits, sum(viewed)::int as viewed, sum(carted)::int as carted,
      sum(ordered)::int as ordered, sum(paid)::int as paid, sum(paid_amount) as paid_amount
    from (
      select source, visits, viewed, carted, ordered, paid, paid_amount from visit_days
      where day >= ${from}::date and day < ${live}::date
      union all
      select source, visits, viewed, carted, ordered, paid, paid_amount
      from (${counted(from > live ? from : live, '9999-01-01')}) as live
    ) as all_days
    group by source order by visits desc, source`.execute(db);
  return rows.map(({ paidAmount, ...row }) => ({ ...row, paidCentavos: centavosFromNumeric(paidAmount) }));
}
