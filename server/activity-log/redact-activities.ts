import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Clears the details that match. @param pattern for `ilike` */
export async function redactActivities(db: Kysely<DB>, pattern: string): Promise<void> {
  await sql`
    update activity_logs set details = jsonb_build_object('description', '(apagado com a conta)')
     where details::text ilike ${pattern}`.execute(db);
}
