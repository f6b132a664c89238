import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { decodeEntry, type EntryKind, type EntryOf } from '@mare/domain/transparency/log/log-entry.ts';

/** Entries about a subject, integrated or not, in the order of the log; those in the queue come last. */
export async function listEntries<Kind extends EntryKind>(
  db: Kysely<DB>,
  subjectId: string,
  kinds: readonly Kind[],
): Promise<EntryOf<Kind>[]> {
  // The queue first: an entry moves from there to the entries.
  const queued = await db
    .selectFrom('logQueue')
    .select('body')
    .where('subjectId', '=', subjectId)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute();
  const integrated = await db
    .selectFrom('logEntries')
    .select('body')
    .where('subjectId', '=', subjectId)
    .where('kind', 'in', kinds)
    .orderBy('leafIndex')
    .execute();
  // One that moved between the reads is found twice.
  const moved = new Set(integrated.map(({ body }) => body.toString()));
  const left = queued.filter(({ body }) => !moved.has(body.toString()));
  return [...integrated, ...left].flatMap(({ body }) => (decodeEntry(body) as EntryOf<Kind> | null) ?? []);
}
