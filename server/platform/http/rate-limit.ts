/**
 * Fixed-window rate limits, counted per process: with n web processes a caller has n times the allowance. Good enough to
 * keep one client from taking all capacity; password guesses are counted in the database
 * (platform/database/rate-limits.ts).
 */
import type { Clock } from '../clock.ts';

export interface RateLimit {
  name: string;
  hits: number;
  /** Length of the window. */
  seconds: number;
}

export interface RateLimiter {
  /** Counts a call. @returns seconds to wait beyond the limit, else null */
  spend(limit: RateLimit, key: string): number | null;
}

/** Expired windows are purged beyond this number. */
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
