/** Counts unfinished work of a shop, for tests that wait until all is done. */
import type pg from 'pg';

/** Row counts by kind of work. */
const countsAt = (now: string) => ({
  orders: `from orders where status = 'pending'`,
  groups: `from group_purchases where ended_at is null`,
  stands: `from stand_allotments where ended_at is null`,
  refunds: `from refunds where state not in ('done', 'rejected')`,
  messages: `from outbox where state = 'waiting'`,
  webhooks: `from webhook_inbox where status in ('pending', 'processing')`,
  // Checks find late payments whose webhooks were all lost. A check in progress is due again within a minute.
  checks: `from payment_attempts where next_check_at <= ${now} + interval '1 minute'`,
  // Approved in the sandbox, with a state that the shop has not read yet.
  payments: `from sandbox.payments made where approved_at is not null and not exists (
    select from provider_payments known
    where known.payment_id = made.id::text and known.raw_status = made.status)`,
  jobs: `from pgboss.job where state in ('created', 'retry', 'active') and start_after <= ${now}
    and name not in (select name from pgboss.schedule) and name not like '\\_\\_%'`,
});
type Work = keyof ReturnType<typeof countsAt>;

/** Counts the given kinds of work in one statement. */
export async function countUnfinishedWork(
  pool: Pick<pg.Pool, 'query'>,
  now: Date,
  works: readonly Work[],
): Promise<Record<string, number>> {
  const counts = countsAt(`'${now.toISOString()}'::timestamptz`);
  const { rows } = await pool.query<Record<string, number>>(
    `select ${works.map((work) => `(select count(*) ${counts[work]}) as ${work}`).join(', ')}`,
  );
  return rows[0]!;
}

export async function isWorkDone(...parameters: Parameters<typeof countUnfinishedWork>): Promise<boolean> {
  return Object.values(await countUnfinishedWork(...parameters)).every((count) => count === 0);
}
