import type { Kysely } from 'kysely';
import type { DeskRules } from '@mare/contract/admin/settings-admin.ts';
import type { DB } from '@mare/database/schema.ts';

/** Rules for assigning new tickets. */
export async function readDeskRules(db: Kysely<DB>): Promise<DeskRules> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'desk')
    .executeTakeFirstOrThrow();
  // Validated when it was saved.
  return value as unknown as DeskRules;
}
