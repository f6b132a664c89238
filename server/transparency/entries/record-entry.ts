import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { encodeEntry, type LogEntry } from '@mare/domain/transparency/log/log-entry.ts';

/**
 * Queues an entry of the public log in the transaction of the recorded event. `integrate-log.ts` adds it to the tree
 * within seconds of the commit.
 * @param subjectId the rifa or order of the entry, if the entry does not name a rifa itself
 */
export async function recordEntry(trx: Kysely<DB>, entry: LogEntry, subjectId?: string): Promise<void> {
  const rifaId = 'rifaId' in entry ? entry.rifaId : null;
  await trx
    .insertInto('logQueue')
    .values({ kind: entry.kind, subjectId: subjectId ?? rifaId, body: Buffer.from(encodeEntry(entry)) })
    .execute();
}
