import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** The signed tree; undefined before the first. */
export function findLatestCheckpoint(db: Kysely<DB>) {
  return db
    .selectFrom('logCheckpoints')
    .select(['size', 'root', 'note', 'signedAt'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
}
