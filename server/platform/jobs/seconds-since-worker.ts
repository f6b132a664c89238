import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** @returns seconds since a worker last checked its schedules; if none ever did, since the first migration */
export async function secondsSinceWorker(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - coalesce(cron_on, (select min(applied_at) from schema_migrations)))
      ::double precision as seconds from pgboss.version`.execute(db);
  return rows[0]!.seconds;
}
