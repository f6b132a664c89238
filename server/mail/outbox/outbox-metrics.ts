/** Metrics of the outbox (docs/operations.md, Metrics). */
import type { Registry } from 'prom-client';
import { atMostEvery, registerReadGauge } from '../../platform/metrics/cached-read.ts';
import type { Platform } from '../../platform/platform.ts';
import { readOutboxHealth } from './read-outbox.ts';

const EVERY_MS = 10_000;

export function registerOutboxMetrics(
  registry: Registry,
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
): void {
  const read = atMostEvery(clock, EVERY_MS, () => readOutboxHealth(db, clock));
  registerReadGauge(
    registry,
    {
      name: 'mare_outbox_messages',
      help: 'Messages that wait, and messages whose attempts all failed',
      labelNames: ['state'],
    },
    async () => {
      const { waiting, parked } = await read();
      return [
        { state: 'waiting', value: waiting },
        { state: 'parked', value: parked },
      ];
    },
  );
  registerReadGauge(
    registry,
    { name: 'mare_outbox_oldest_seconds', help: 'Age of the oldest message that waits', labelNames: [] },
    async () => [{ value: (await read()).oldestSeconds }],
  );
}
