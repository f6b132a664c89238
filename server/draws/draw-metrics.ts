/** Metrics of draws (docs/operations.md, Metrics). */
import type { Registry } from 'prom-client';
import { atMostEvery, registerReadGauge } from '../platform/metrics/cached-read.ts';
import type { Platform } from '../platform/platform.ts';

const EVERY_MS = 10_000;

export function registerDrawMetrics(registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void {
  const countFailing = atMostEvery(clock, EVERY_MS, async () => {
    const { failing } = await db
      .selectFrom('drawChecks')
      .select((eb) => eb.fn.countAll<number>().as('failing'))
      .where('failingSince', 'is not', null)
      .executeTakeFirstOrThrow();
    return failing;
  });
  registerReadGauge(
    registry,
    {
      name: 'mare_draws_failing',
      help: 'Sealed and drawn rifas that the shop’s own verification rejects',
      labelNames: [],
    },
    async () => [{ value: await countFailing() }],
  );
}
