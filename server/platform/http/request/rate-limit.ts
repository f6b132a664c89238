/**
 * Fixed-window rate limits, counted per process: with n web processes a caller has n times the allowance. They keep
 * one client from using all capacity. Operations that cost money, send messages or allow guessing are counted in the
 * database (`limitShared` in api.ts).
 */
import { isIP } from 'node:net';
import type { Clock } from '../../clock.ts';
import { subscriberOf } from '../../network.ts';

export interface RateLimit {
  name: string;
  hits: number;
  /** Length of the window. */
  seconds: number;
}

export interface RateLimiter {
  /**
   * Counts a call, in constant time.
   * @param key an IP address counts as its subscriber (`subscriberOf`)
   * @returns seconds to wait beyond the limit, else null
   */
  spend(limit: RateLimit, key: string): number | null;
  /** Number of windows held, at most `KEYS_PER_LIMIT` for each limit. */
  size(): number;
}

interface Window {
  hits: number;
  endsAt: number;
}

/** A key is evicted only after this many other keys of its limit have been used since its last call. */
export const KEYS_PER_LIMIT = 50_000;

export function createRateLimiter(clock: Clock): RateLimiter {
  // Separate for each limit, so that a flood of one operation evicts no window of another.
  const limits = new Map<string, ReturnType<typeof createWindows>>();
  return {
    spend({ name, hits, seconds }, key) {
      const now = clock.now().getTime();
      let windows = limits.get(name);
      if (!windows) limits.set(name, (windows = createWindows()));
      const id = isIP(key) ? subscriberOf(key) : key;
      const found = windows.get(id);
      const window = found && found.endsAt > now ? found : { hits: 0, endsAt: now + seconds * 1000 };
      window.hits++;
      windows.set(id, window);
      return window.hits <= hits ? null : Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    },
    size: () => [...limits.values()].reduce((sum, windows) => sum + windows.size(), 0),
  };
}

/** Evicts the least recently used keys, in two generations: no step depends on the number of keys. */
function createWindows() {
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();
  return {
    get: (key: string) => recent.get(key) ?? older.get(key),
    set(key: string, window: Window) {
      if (recent.size >= KEYS_PER_LIMIT / 2 && !recent.has(key)) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, window);
    },
    size: () => recent.size + older.size,
  };
}
