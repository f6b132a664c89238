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
 * Checks that the database accepts writes: with a full disk, or as a standby, it still serves reads. All callers of the
 * process share a successful check for 15 seconds; a failed one is not cached.
 * @throws the error of the database
 */
export function checkWrites(platform: Probed): Promise<void> {
  return writeProbe(platform)();
}

/** A temporary table needs disk space like any other, and is dropped at the commit. */
async function probeWrite(db: Kysely<DB>): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      sql`create temporary table write_probe on commit drop as select repeat('x', 1000) as filler`.execute(
        trx,
      ),
    );
}
