import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type Caches, defineCache } from '../caching/caches.ts';
import type { Clock } from '../clock.ts';
import { atMostEvery } from '../metrics/cached-read.ts';

interface Probed {
  db: Kysely<DB>;
  clock: Clock;
  caches: Caches;
}

const PROBE_EVERY_MS = 15_000;

const writeProbe = defineCache(({ db, clock }: Probed) =>
  atMostEvery(clock, PROBE_EVERY_MS, () => probeWrite(db)),
);

/**
 * Checks that the database accepts writes: on a full disk, or as a standby, it still answers reads. A successful check
 * counts for 15 seconds for all callers of the process, a failed one is repeated by the next.
 * @throws what the database answered
 */
export function checkWrites(platform: Probed): Promise<void> {
  return writeProbe(platform)();
}

/** The page of a temporary table needs space like any other, and leaves nothing behind. */
async function probeWrite(db: Kysely<DB>): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      sql`create temporary table write_probe on commit drop as select repeat('x', 1000) as filler`.execute(
        trx,
      ),
    );
}
