import type { Kysely } from 'kysely';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import type { DB } from '@mare/database/schema.ts';

/** Maximum numbers that a seller may set aside for a stand without a network. */
export async function readStandRules(db: Kysely<DB>): Promise<ShopSettings['stand']['value']> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'stand')
    .executeTakeFirstOrThrow();
  // Validated when it was saved.
  return value as unknown as ShopSettings['stand']['value'];
}
