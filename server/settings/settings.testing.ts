import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';
import { invalidateSite } from './read-site.ts';

export async function renameShop(db: Database, name: string): Promise<void> {
  await sql`update settings set value = jsonb_set(value, '{name}', to_jsonb(${name}::text)) where key = 'brand'`.execute(
    db,
  );
  invalidateSite(db);
}
