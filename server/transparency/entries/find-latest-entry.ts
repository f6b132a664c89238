import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { EntryKind } from '@mare/domain/transparency/log/log-entry.ts';

/** The last entry of this kind about a rifa or order, integrated or not; null before the first. */
export async function findLatestEntry(
  db: Kysely<DB>,
  subjectId: string,
  kind: EntryKind,
): Promise<Buffer | null> {
  const queued = await db
    .selectFrom('logQueue')
    .select('body')
    .where('subjectId', '=', subjectId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry =
    queued ??
    (await db
      .selectFrom('logEntries')
      .select('body')
      .where('subjectId', '=', subjectId)
      .where('kind', '=', kind)
      .orderBy('leafIndex', 'desc')
      .limit(1)
      .executeTakeFirst());
  return entry?.body ?? null;
}
