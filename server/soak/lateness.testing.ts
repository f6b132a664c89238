/** How late a shop under faults ends reservations, refunds and webhooks (docs/reliability.md, Lateness). */
import { readOverdueWork } from '../payments/monitoring/overdue-metrics.ts';
import type { SoakShop } from './shop/start-shop.testing.ts';

const GOAL_SECONDS = { reservations: 5, refunds: 30, webhooks: 30 } as const;
type Work = keyof typeof GOAL_SECONDS;
const SAMPLED_EVERY_MS = 1_000;

export type Lateness = Record<
  Work,
  {
    /** Of the row that waited longest beyond its time. */
    maxSeconds: number;
    /** Samples, one a second, with a row beyond the goal. */
    secondsBeyondGoal: number;
  }
>;

/** Samples until `stop`; moments without a database are not counted. */
export function watchLateness(shop: Pick<SoakShop, 'db' | 'now' | 'clockMovedAt'>): {
  lateness: Lateness;
  stop(): void;
} {
  const none = () => ({ maxSeconds: 0, secondsBeyondGoal: 0 });
  const lateness: Lateness = { reservations: none(), refunds: none(), webhooks: none() };
  const sample = async () => {
    const works = await readOverdueWork({ db: shop.db, clock: { now: shop.now } });
    // What a move of the clock made overdue has waited since then.
    const sinceMove = (Date.now() - shop.clockMovedAt()) / 1000;
    for (const { work, seconds } of works) {
      if (work === 'checks') continue;
      const waited = Math.min(seconds, sinceMove);
      lateness[work].maxSeconds = Math.max(lateness[work].maxSeconds, Math.round(waited * 10) / 10);
      if (waited > GOAL_SECONDS[work]) lateness[work].secondsBeyondGoal += 1;
    }
  };
  const timer = setInterval(() => void sample().catch(() => undefined), SAMPLED_EVERY_MS);
  return { lateness, stop: () => clearInterval(timer) };
}
