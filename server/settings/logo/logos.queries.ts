import type { Kysely } from 'kysely';
import type { StoredLogos } from '@mare/contract/site.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import type { DB } from '@mare/database/schema.ts';

/** The PNG of a logo, current or former. */
export async function findLogoPicture(db: Database, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('shopLogos').select('content').where('id', '=', id).executeTakeFirst();
  return row?.content ?? null;
}

export async function selectLogos(db: Kysely<DB>): Promise<StoredLogos> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'logo')
    .executeTakeFirstOrThrow();
  // Written by change-logo.ts only.
  return value as unknown as StoredLogos;
}
