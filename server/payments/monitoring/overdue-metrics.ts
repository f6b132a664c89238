/** How late the background work of payments is (docs/operations.md, Metrics). */
import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Platform } from '../../platform/platform.ts';
import { dueRefunds } from '../refunds/due-refunds.queries.ts';
import { atMostEvery, registerReadGauge } from '../../platform/metrics/cached-read.ts';

const READ_EVERY_MS = 5_000;

export interface OverdueWork {
  work: 'reservations' | 'refunds' | 'webhooks' | 'checks';
  /** Due rows that no process has leased. */
  count: number;
  /** Seconds by which the most overdue row is late. */
  seconds: number;
}

export async function readOverdueWork({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<OverdueWork[]> {
  const now = clock.now();
  const { rows } = await sql<{ work: OverdueWork['work']; count: number; oldest: Date | null }>`
    select 'reservations' as work, count(*)::integer as count, min(due) as oldest from (
      select hold_expires_at as due from orders
       where status = 'pending' and closing_at is null and hold_expires_at <= ${now}
      union all
      select coalesce(closing_next_at, closing_at) from orders
       where status = 'pending' and closing_at is not null and coalesce(closing_next_at, closing_at) <= ${now}
    ) as ended
    union all
    select 'refunds', count(*)::integer, min(next_attempt_at)
      from ${dueRefunds(db, now).select('nextAttemptAt')} as due_refunds
    union all
    select 'webhooks', count(*)::integer, min(coalesce(leased_until, next_attempt_at)) from webhook_inbox
     where status in ('pending', 'processing') and coalesce(leased_until, next_attempt_at) <= ${now}
    union all
    select 'checks', count(*)::integer, min(next_check_at) from payment_attempts where next_check_at <= ${now}`.execute(
    db,
  );
  return rows.map(({ work, count, oldest }) => ({
    work,
    count,
    seconds: oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0,
  }));
}

export function registerOverdueMetrics(registry: Registry, platform: Pick<Platform, 'db' | 'clock'>): void {
  const read = atMostEvery(platform.clock, READ_EVERY_MS, () => readOverdueWork(platform));
  registerReadGauge(
    registry,
    {
      name: 'mare_overdue_seconds',
      help: 'How long the oldest due reservation, refund, webhook or check waits beyond its time',
      labelNames: ['work'],
    },
    async () => (await read()).map(({ work, seconds }) => ({ work, value: seconds })),
  );
  registerReadGauge(
    registry,
    { name: 'mare_overdue', help: 'Due reservations, refunds, webhooks and checks', labelNames: ['work'] },
    async () => (await read()).map(({ work, count }) => ({ work, value: count })),
  );
}
