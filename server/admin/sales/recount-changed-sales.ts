import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { rewriteVisitDays } from '../analytics/visits.queries.ts';
import { writeSalesHours } from './sales-hours.queries.ts';

/** Orders of one transaction. */
const BATCH = 5_000;
const DAY_MS = 86_400_000;

interface Aggregated {
  /** End of the hours of sales that are aggregated. */
  salesUntil: Date;
  /** First day whose visits are counted on read, 'YYYY-MM-DD'. */
  visitsUntil: string;
}

/** Recomputes the days whose sales changed later, e.g. by a refund, whatever their age. */
export async function recountChangedSales(db: Kysely<DB>, aggregated: Aggregated): Promise<void> {
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const orderIds = await takeChangedSales(trx);
      if (orderIds.length > 0) await recountDaysOf(trx, orderIds, aggregated);
      return orderIds.length;
    });
    if (count < BATCH) return;
  }
}

/** A change that commits after this query is processed by the next run. */
async function takeChangedSales(trx: Transaction<DB>): Promise<string[]> {
  const rows = await trx
    .deleteFrom('changedSales')
    .where('id', 'in', (eb) => eb.selectFrom('changedSales').select('id').orderBy('id').limit(BATCH))
    .returning('orderId')
    .execute();
  return rows.map(({ orderId }) => orderId);
}

async function recountDaysOf(
  trx: Transaction<DB>,
  orderIds: string[],
  aggregated: Aggregated,
): Promise<void> {
  const { rows: salesDays } = await sql<{ day: Date }>`
    select distinct date_trunc('day', moment, 'UTC') as day
    from (
      select unnest(array[created_at, paid_at]) as moment from orders where id = any(${orderIds})
      union all
      -- The shop may hear late of money that went back.
      select entry.created_at from provider_payments payment
      cross join lateral (select payment.provider || ':' || payment.payment_id as key) as of_payment
      join ledger_entries entry on entry.txn_key = 'cb:' || key
        or (entry.txn_key >= 'cb:' || key || ':' and entry.txn_key < 'cb:' || key || ';')
        or (entry.txn_key >= 'out:' || key || ':' and entry.txn_key < 'out:' || key || ';')
      where payment.order_id = any(${orderIds})
    ) as moments
    where moment < ${aggregated.salesUntil}`.execute(trx);
  for (const { day } of salesDays) {
    const end = new Date(Math.min(day.getTime() + DAY_MS, aggregated.salesUntil.getTime()));
    await writeSalesHours(trx, day, end);
  }
  const { rows: visitDays } = await sql<{ day: string; next: string }>`
    select distinct day::text as day, (day + 1)::text as next from visits
    where order_id = any(${orderIds}) and day < ${aggregated.visitsUntil}::date`.execute(trx);
  for (const { day, next } of visitDays) await rewriteVisitDays(trx, day, next);
}
