/**
 * Limits on calls that cost or guess, counted in this process in fixed windows. With several web processes a caller has
 * as many allowances: good enough to keep one client from taking everything. Guessing passwords is counted in the
 * database instead (platform/database/rate-limits.ts).
 */
import type { Clock } from '../clock.ts';

export interface RateLimit {
  name: string;
  hits: number;
  /** Length of the window. */
  seconds: number;
}

export interface RateLimiter {
  /** Counts a call. @returns seconds until the next one is welcome, or null when this one is. */
  spend(limit: RateLimit, key: string): number | null;
}

/** Forgets ended windows once there are this many. */
const MAX_WINDOWS = 50_000;

export function createRateLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, { hits: number; endsAt: number }>();

  function forgetEnded(now: number): void {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  }

  return {
    spend({ name, hits, seconds }, key) {
      const now = clock.now().getTime();
      if (windows.size >= MAX_WINDOWS) forgetEnded(now);
      const id = `${name}:${key}`;
      let window = windows.get(id);
      if (!window || window.endsAt <= now) {
        window = { hits: 0, endsAt: now + seconds * 1000 };
        windows.set(id, window);
      }
      window.hits++;
      return window.hits <= hits ? null : Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    },
  };
}
