import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';

/**
 * The key that signs trees of this size: the last one that the tree names. A newer key may be in use already while an
 * older checkpoint is still served.
 * @param size null for the key in use
 * @returns null before the log has a key
 */
export async function findSigningKey(db: Kysely<DB>, size: number | null): Promise<string | null> {
  const { verifierKey } = await db.selectFrom('logTree').select('verifierKey').executeTakeFirstOrThrow();
  if (size === null) return verifierKey;
  const named = await db
    .selectFrom('logEntries')
    .select('body')
    .where('kind', '=', 'key')
    .where('leafIndex', '<', size)
    .orderBy('leafIndex', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = named && decodeEntry(named.body);
  return entry?.kind === 'key' ? entry.after : verifierKey;
}
