/** Metrics of the public log (docs/operations.md, Metrics). */
import type { Registry } from 'prom-client';
import { atMostEvery, registerReadGauge } from '../platform/metrics/cached-read.ts';
import type { Platform } from '../platform/platform.ts';

const EVERY_MS = 10_000;

export function registerLogMetrics(registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void {
  const read = atMostEvery(clock, EVERY_MS, async () => {
    const [tree, witnesses] = await Promise.all([
      db.selectFrom('logTree').select('forkFoundAt').executeTakeFirstOrThrow(),
      db.selectFrom('logWitnesses').select('fault').execute(),
    ]);
    return {
      isForked: tree.forkFoundAt !== null,
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
      name: 'mare_log_witnesses_ahead',
      help: 'Witnesses that have seen a larger public log than the shop has',
      labelNames: [],
    },
    async () => [{ value: (await read()).ahead }],
  );
}
