import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Checks that the database accepts writes: on a full disk, or as a standby, it still answers reads. The page of a temporary
 * table needs space like any other, and leaves nothing behind.
 * @throws what the database answered
 */
export async function probeWrite(db: Kysely<DB>): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      sql`create temporary table write_probe on commit drop as select repeat('x', 1000) as filler`.execute(
        trx,
      ),
    );
}
