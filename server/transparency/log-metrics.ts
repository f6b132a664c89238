/** Metrics of the public log (docs/operations.md, Metrics). */
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import type { DB } from '@mare/database/schema.ts';
import { atMostEvery, registerReadGauge } from '../platform/metrics/cached-read.ts';
import type { Platform } from '../platform/platform.ts';
import { findLatestCheckpoint } from './tree/find-checkpoint.ts';

const EVERY_MS = 10_000;

export function registerLogMetrics(registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void {
  const read = atMostEvery(clock, EVERY_MS, async () => {
    const [tree, unsignedSince, witnesses] = await Promise.all([
      db.selectFrom('logTree').select('forkFoundAt').executeTakeFirstOrThrow(),
      findUnsignedSince(db),
      db.selectFrom('logWitnesses').select('fault').execute(),
    ]);
    return {
      isForked: tree.forkFoundAt !== null,
      unsignedMs: unsignedSince ? clock.now().getTime() - unsignedSince.getTime() : 0,
      ahead: witnesses.filter(({ fault }) => fault === 'AHEAD').length,
    };
  });
  registerReadGauge(
    registry,
    {
      name: 'mare_log_fork',
      help: '1 while the public log contradicts what was signed, as after a restore of an old backup',
      labelNames: [],
    },
    async () => [{ value: (await read()).isForked ? 1 : 0 }],
  );
  registerReadGauge(
    registry,
    {
      name: 'mare_log_unsigned_seconds',
      help: 'Age of the oldest entry of the public log that no signed tree holds; 0 without one',
      labelNames: [],
    },
    async () => [{ value: (await read()).unsignedMs / 1000 }],
  );
  registerReadGauge(
    registry,
    {
      name: 'mare_log_witnesses_ahead',
      help: 'Witnesses that have seen a larger public log than the shop has',
      labelNames: [],
    },
    async () => [{ value: (await read()).ahead }],
  );
}

/** Time of the oldest entry that awaits its signature or its place in the tree. */
async function findUnsignedSince(db: Kysely<DB>): Promise<Date | null> {
  const signed = await findLatestCheckpoint(db);
  const unsigned = await db
    .selectFrom('logEntries')
    .select('queuedAt')
    .where('leafIndex', '=', signed?.size ?? 0)
    .executeTakeFirst();
  const queued =
    unsigned ?? (await db.selectFrom('logQueue').select('queuedAt').orderBy('id').executeTakeFirst());
  return queued?.queuedAt ?? null;
}
