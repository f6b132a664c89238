import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';

/** `ops retry-jobs`: gives jobs of a queue that failed for good one more try. @returns how many */
export async function retryFailedJobs(db: Database, queue: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null
    where name = ${queue} and state = 'failed'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
