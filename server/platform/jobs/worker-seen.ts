import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** @returns seconds since a worker last looked at its schedules, which it does at least once a minute; null: none ever did */
export async function secondsSinceWorker(db: Kysely<DB>): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - cron_on)::double precision as seconds from pgboss.version`.execute(db);
  return rows[0]?.seconds ?? null;
}
