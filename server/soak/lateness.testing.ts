/** Measures how late a shop under faults ends reservations, refunds and webhooks (docs/reliability.md, Lateness). */
import { readOverdueWork } from '../payments/monitoring/overdue-metrics.ts';
import { dueRefunds } from '../payments/refunds/due-refunds.queries.ts';
import type { SoakShop } from './shop/start-shop.testing.ts';

/** A reservation ends with two calls to the provider, one after the other. */
const CALLS_TO_END = 2;
const GOAL_SECONDS = { reservations: 5, refunds: 30, webhooks: 30 } as const;
type Work = keyof typeof GOAL_SECONDS;
const SAMPLED_EVERY_MS = 1_000;

interface LatenessOfWork {
  /** Seconds by which the most overdue row was late. */
  maxSeconds: number;
  /**
   * Number of samples, one per second, with an overdue row beyond the goal. The goal for reservations grows with the
   * provider's latency.
   */
  secondsBeyondGoal: number;
  /** The same samples by the latest injected fault. */
  after: Record<string, number>;
}

export type Lateness = Record<Work, LatenessOfWork> & {
  /** Last state of each refund seen beyond the goal, by id. A claim of a worker that died counts as an attempt. */
  lateRefunds: Record<string, { seconds: number; attempts: number; lastError: string | null }>;
};

/**
 * Samples until `stop`; skips moments without a database.
 * @param lastFault name of the latest injected fault
 */
export function watchLateness(
  shop: Pick<SoakShop, 'db' | 'now' | 'clockMovedAt' | 'providerLatencyMs'>,
  lastFault: () => string,
): {
  lateness: Lateness;
  stop(): void;
} {
  const noLateness = () => ({ maxSeconds: 0, secondsBeyondGoal: 0, after: {} as Record<string, number> });
  const lateness: Lateness = {
    reservations: noLateness(),
    refunds: noLateness(),
    webhooks: noLateness(),
    lateRefunds: {},
  };
  const sample = async () => {
    const overdueWork = await readOverdueWork({ db: shop.db, clock: { now: shop.now } });
    // Work that became overdue because the clock was moved has been waiting since that move.
    const sinceMove = (Date.now() - shop.clockMovedAt()) / 1000;
    const callsSeconds = (CALLS_TO_END * shop.providerLatencyMs()) / 1000;
    for (const { work, seconds } of overdueWork) {
      if (work === 'checks') continue;
      const goal = GOAL_SECONDS[work] + (work === 'reservations' ? callsSeconds : 0);
      const waited = Math.min(seconds, sinceMove);
      lateness[work].maxSeconds = Math.max(lateness[work].maxSeconds, Math.round(waited * 10) / 10);
      if (waited <= goal) continue;
      lateness[work].secondsBeyondGoal += 1;
      const { after } = lateness[work];
      after[lastFault()] = (after[lastFault()] ?? 0) + 1;
      if (work === 'refunds')
        for (const late of await readOldestRefunds(shop))
          lateness.lateRefunds[late.id] = { ...late, seconds: Math.round(waited) };
    }
  };
  const timer = setInterval(() => void sample().catch(() => undefined), SAMPLED_EVERY_MS);
  return { lateness, stop: () => clearInterval(timer) };
}

async function readOldestRefunds({ db, now }: Pick<SoakShop, 'db' | 'now'>) {
  return dueRefunds(db, now())
    .select(['id', 'attempts', 'lastError'])
    .orderBy('nextAttemptAt')
    .limit(3)
    .execute();
}
