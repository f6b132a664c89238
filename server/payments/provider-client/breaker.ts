/** Circuit breaker: stops calling a failing provider, so that buyers do not wait for its timeouts. */
import type { Clock } from '../../platform/clock.ts';

const FAILURES = 5;
const WINDOW_MS = 30_000;
/** Short, so that buyers are not rejected much longer than an outage lasts. */
const FIRST_OPEN_MS = 2_000;
const LONGEST_OPEN_MS = 15_000;

export interface Breaker {
  isOpen(): boolean;
  /** @param working whether the call reached a working provider */
  record(working: boolean): void;
}

/** Each time the first call after it fails, it opens for twice as long. */
export function createBreaker(clock: Clock): Breaker {
  let failures: number[] = [];
  let openUntil = 0;
  let openMs = 0;
  return {
    isOpen: () => clock.now().getTime() < openUntil,
    record(working) {
      const now = clock.now().getTime();
      if (working) {
        failures = [];
        openMs = 0;
        return;
      }
      // Ignores calls that began before it opened.
      if (now < openUntil) return;
      failures = [...failures.filter((at) => at > now - WINDOW_MS), now];
      const isStillFailing = openMs > 0 && now < openUntil + WINDOW_MS;
      if (!isStillFailing && failures.length < FAILURES) return;
      openMs = isStillFailing ? Math.min(openMs * 2, LONGEST_OPEN_MS) : FIRST_OPEN_MS;
      openUntil = now + openMs;
      failures = [];
    },
  };
}
