import { type Kysely, sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

/** Scans every paid order: for a job, not a page. Months of Maceió. */
export async function writeCohorts(db: Kysely<DB>, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`delete from buyer_cohorts`.execute(trx);
    await sql`
      insert into buyer_cohorts (first_month, month, buyers, orders, paid_amount, counted_at)
      select first_month, month, count(*), sum(orders), sum(amount), ${now}
      from (
        select month, orders, amount, min(month) over (partition by user_id) as first_month
        from (
          select user_id, date_trunc('month', paid_at, 'America/Maceio') at time zone 'America/Maceio' as month,
            count(*) as orders, sum(total_amount - returned_amount) as amount
          from orders where status = 'paid' group by 1, 2
        ) as bought
      ) as of_buyer group by 1, 2`.execute(trx);
  });
}

export async function findCohortsCount(db: Kysely<DB>): Promise<Date | null> {
  const row = await db.selectFrom('buyerCohorts').select('countedAt').limit(1).executeTakeFirst();
  return row?.countedAt ?? null;
}

export interface CohortMonth {
  /** First day, e.g. '2026-11-01'. */
  firstMonth: string;
  month: string;
  buyers: number;
  orders: number;
  paidCentavos: number;
}

/** The latest cohorts, oldest first, month by month. */
export async function selectCohortMonths(db: Kysely<DB>, cohorts: number): Promise<CohortMonth[]> {
  const rows = await db
    .selectFrom('buyerCohorts')
    .select([sql<string>`first_month::text`.as('firstMonth'), sql<string>`month::text`.as('month')])
    .select(['buyers', 'orders', 'paidAmount'])
    .where('firstMonth', 'in', (eb) =>
      eb
        .selectFrom('buyerCohorts')
        .select('firstMonth')
        .distinct()
        .orderBy('firstMonth', 'desc')
        .limit(cohorts),
    )
    .orderBy('firstMonth')
    .orderBy('month')
    .execute();
  return rows.map(({ paidAmount, ...row }) => ({ ...row, paidCentavos: centavosFromNumeric(paidAmount) }));
}
