import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { readKeyChange } from '@mare/domain/transparency/log/key-change.ts';

/** Signed notes by which keys of a tree of this size replaced others, in order. */
export async function readKeyChanges(db: Kysely<DB>, size: number): Promise<string[]> {
  const rows = await db
    .selectFrom('logEntries')
    .select('body')
    .where('kind', '=', 'keyChange')
    .where('leafIndex', '<', size)
    .orderBy('leafIndex')
    .execute();
  return rows.map(({ body }) => readKeyChange(body)).filter((note) => note !== null);
}
