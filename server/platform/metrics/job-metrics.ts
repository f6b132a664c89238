/** Metrics of the queues and of the connection pool (docs/operations.md, Metrics). */
import { sql } from 'kysely';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { lookupsOf } from '@mare/database/connection/connect.ts';
import type { Platform } from '../platform.ts';
import { recentlyParkedByQueue } from '../jobs/parked-jobs.ts';
import { secondsSinceWorker } from '../jobs/seconds-since-worker.ts';
import { atMostEvery, registerReadGauge } from './cached-read.ts';

const READ_EVERY_MS = 10_000;
const COUNTED_STATES = ['ready', 'active', 'failed'] as const;

interface QueueRow {
  queue: string;
  ready: number;
  active: number;
  failed: number;
  /** Seconds since the oldest job became ready. */
  oldest: number;
}

/**
 * Running and failed jobs are pg-boss's own counts, at most half a minute old: the table also holds a week of finished jobs.
 * Only queues with a job that waits, runs or has failed permanently have samples.
 */
export function registerJobMetrics(registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void {
  const read = atMostEvery(clock, READ_EVERY_MS, async () => {
    const { rows } = await sql<QueueRow>`
      with waiting as (
        select name, count(*)::integer as ready, min(start_after) as since
        from pgboss.job where state < 'active' and not blocked and start_after <= now() group by name)
      select q.name as queue, coalesce(w.ready, 0) as ready, q.active_count as active,
        coalesce(p.failed, 0) as failed,
        coalesce(extract(epoch from now() - w.since), 0)::double precision as oldest
      from pgboss.queue q left join waiting w using (name) left join (${recentlyParkedByQueue}) p using (name)
      where w.ready > 0 or q.active_count > 0 or p.failed > 0`.execute(db);
    return rows;
  });
  registerReadGauge(
    registry,
    { name: 'mare_jobs', help: 'Jobs by queue and state', labelNames: ['queue', 'state'] },
    async () =>
      (await read()).flatMap((row) =>
        COUNTED_STATES.map((state) => ({ queue: row.queue, state, value: row[state] })),
      ),
  );
  registerReadGauge(
    registry,
    {
      name: 'mare_job_oldest_seconds',
      help: 'How long the oldest job of a queue has been ready without being started',
      labelNames: ['queue'],
    },
    async () => (await read()).map(({ queue, oldest }) => ({ queue, value: oldest })),
  );
  const readWorker = atMostEvery(clock, READ_EVERY_MS, async () => [{ value: await secondsSinceWorker(db) }]);
  registerReadGauge(
    registry,
    {
      name: 'mare_worker_seen_seconds',
      help: 'Seconds since a worker last looked at its schedules, which it does at least once a minute',
      labelNames: [],
    },
    readWorker,
  );
}

export function registerPoolMetrics(registry: Registry, { pool }: Pick<Platform, 'pool'>): void {
  registry.registerMetric(
    new Gauge({
      name: 'mare_pool_connections',
      help: 'Connections of this process to the database: in use, idle, and callers that wait for one',
      labelNames: ['state'] as const,
      registers: [],
      collect() {
        const pools = [...new Set([pool, lookupsOf(pool)])];
        const sum = (count: (one: pg.Pool) => number) => pools.reduce((all, one) => all + count(one), 0);
        this.set(
          { state: 'used' },
          sum((one) => one.totalCount - one.idleCount),
        );
        this.set(
          { state: 'idle' },
          sum((one) => one.idleCount),
        );
        this.set(
          { state: 'waiting' },
          sum((one) => one.waitingCount),
        );
      },
    }),
  );
}
