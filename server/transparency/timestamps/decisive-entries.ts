import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Entries that decide a draw or cotas premiadas: their checkpoint is stamped without waiting. */
const DECISIVE = ['frozen', 'sealed', 'hidden'];

/** Whether the tree of size `until` holds decisive entries that the one of size `from` did not. */
export async function hasDecisiveEntries(db: Kysely<DB>, from: number, until: number): Promise<boolean> {
  const found = await db
    .selectFrom('logEntries')
    .select('leafIndex')
    .where('kind', 'in', DECISIVE)
    .where('leafIndex', '>=', from)
    .where('leafIndex', '<', until)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
