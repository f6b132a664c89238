/** Jobs that failed all their attempts. pg-boss keeps them for a week. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export interface ParkedJobRow {
  id: string;
  queue: string;
  attempts: number;
  createdAt: Date;
  /** End of the last attempt. */
  failedAt: Date;
  lastError: string | null;
  data: unknown;
  /** The next run of its schedule repeats the work. */
  recurs: boolean;
}

/** A failed run of a schedule does not count as parked once a later run has succeeded. */
const isParked = sql`state = 'failed' and not exists (
  select from pgboss.schedule join pgboss.job later on later.name = schedule.name
  where schedule.name = job.name and schedule.data is not distinct from job.data
    and later.data is not distinct from job.data
    and later.state = 'completed' and later.created_on > job.created_on)`;

/** @returns the newest `limit` parked jobs, and how many there are */
export async function listParkedJobs(
  db: Kysely<DB>,
  limit: number,
): Promise<{ jobs: ParkedJobRow[]; count: number }> {
  const { rows: jobs } = await sql<ParkedJobRow>`
    select id, name as queue, retry_count + 1 as attempts, created_on as created_at,
      coalesce(completed_on, created_on) as failed_at,
      -- pg-boss writes this message for a job whose process was lost.
      coalesce(output ->> 'message', output -> 'value' ->> 'message') as last_error,
      data, exists (select from pgboss.schedule where schedule.name = job.name
        and schedule.data is not distinct from job.data) as recurs
    from pgboss.job where ${isParked} order by completed_on desc, id limit ${limit}`.execute(db);
  return { jobs, count: await countParkedJobs(db) };
}

export async function countParkedJobs(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job where ${isParked}`.execute(db);
  return rows[0]!.count;
}

/** How many jobs of each queue are parked, as columns `name` and `failed`. */
export const parkedByQueue = sql<{ name: string; failed: number }>`
  select name, count(*)::integer as failed from pgboss.job where ${isParked} group by name`;

/**
 * The same for metrics, cached for half a minute. pg-boss's own count of a queue with a schedule includes failed runs
 * that a later one made up for, so those are counted here; other queues use pg-boss's count.
 */
export const recentlyParkedByQueue = sql<{ name: string; failed: number }>`
  select queue.name, case when schedule.name is null then queue.failed_count else (
    select count(*)::integer from pgboss.job where job.name = queue.name and ${isParked}) end as failed
  from pgboss.queue left join (select distinct name from pgboss.schedule) schedule using (name)
  where queue.failed_count > 0`;

export async function isQueue(db: Kysely<DB>, name: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.queue where name = ${name}`.execute(db);
  return rows.length > 0;
}

/**
 * Gives parked jobs one more attempt.
 * @param which one job, those of a queue, or all
 * @returns the queue of each
 */
export async function retryParkedJobs(
  db: Kysely<DB>,
  which: { id?: string; queue?: string } = {},
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null
    where ${isParked} and ${matching(which)} returning name`.execute(db);
  return rows.map(({ name }) => name);
}

/** @returns its queue; undefined if it is not parked any more */
export async function discardParkedJob(db: Kysely<DB>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from pgboss.job where ${isParked} and ${matching({ id })} returning name`.execute(db);
  return rows[0]?.name;
}

function matching({ id, queue }: { id?: string; queue?: string }) {
  return sql`(${id ?? null}::uuid is null or id = ${id ?? null}) and (${queue ?? null}::text is null or name = ${queue ?? null})`;
}
