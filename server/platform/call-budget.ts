/**
 * Rate limit of outgoing calls, shared by the loops of one process. Each share is a token bucket. After a provider's
 * request to slow down, all shares pause and continue at half their rate, which recovers within a minute.
 */
import { setTimeout as sleepMs } from 'node:timers/promises';
import type { Clock } from './clock.ts';

export interface CallBudget {
  /** Waits until the next call is allowed. */
  take(): Promise<void>;
}

export interface CallBudgets<Share extends string> {
  of(share: Share): CallBudget;
  /** The provider rejected a call because of the rate. */
  slowDown(retryAfterSeconds: number): void;
}

const RECOVERY_MS = 60_000;
/** Shorter than the shutdown timeout of a process. */
const MAX_PAUSE_SECONDS = 15;

/** @param perSecond calls per second of each share; also the burst after a pause */
export function createCallBudgets<Share extends string>(
  perSecond: Readonly<Record<Share, number>>,
  clock: Clock,
  sleep: (ms: number) => Promise<unknown> = (ms) => sleepMs(ms),
): CallBudgets<Share> {
  let pausedUntil = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  /** Factor of the rate: 0.5 after a pause, then up to 1. */
  const pace = (now: number) => Math.min(1, 0.5 + (0.5 * Math.max(0, now - slowedAt)) / RECOVERY_MS);

  function budget(rate: number): CallBudget {
    let tokens = rate;
    let filledAt = clock.now().getTime();
    /** Queues waiting callers, so that they are served in order. */
    let turn: Promise<void> = Promise.resolve();
    async function waitForToken(): Promise<void> {
      for (;;) {
        const now = clock.now().getTime();
        if (now < pausedUntil) {
          await sleep(pausedUntil - now);
          continue;
        }
        const current = rate * pace(now);
        tokens = Math.min(current, tokens + (Math.max(0, now - filledAt) / 1000) * current);
        filledAt = now;
        if (tokens >= 1) {
          tokens -= 1;
          return;
        }
        await sleep(Math.ceil(((1 - tokens) / current) * 1000));
      }
    }
    return {
      take() {
        turn = turn.then(waitForToken);
        return turn;
      },
    };
  }

  const shares = Object.fromEntries(
    Object.entries<number>(perSecond).map(([share, rate]) => [share, budget(rate)]),
  ) as Record<Share, CallBudget>;
  return {
    of: (share) => shares[share],
    slowDown(retryAfterSeconds) {
      const now = clock.now().getTime();
      slowedAt = now;
      pausedUntil = Math.max(pausedUntil, now + Math.min(MAX_PAUSE_SECONDS, retryAfterSeconds) * 1000);
    },
  };
}
