/** Circuit breaker: stops calling a failing provider, so that buyers do not wait for its timeouts. */
import type { Clock } from '../../platform/clock.ts';

const FAILURES = 5;
const WINDOW_MS = 30_000;
const OPEN_MS = 15_000;

export interface Breaker {
  isOpen(): boolean;
  /** @param working whether the call reached a working provider */
  record(working: boolean): void;
}

export function createBreaker(clock: Clock): Breaker {
  let failures: number[] = [];
  let openUntil = 0;
  return {
    isOpen: () => clock.now().getTime() < openUntil,
    record(working) {
      const now = clock.now().getTime();
      if (working) {
        failures = [];
        return;
      }
      failures = [...failures.filter((at) => at > now - WINDOW_MS), now];
      if (failures.length >= FAILURES) {
        openUntil = now + OPEN_MS;
        failures = [];
      }
    },
  };
}
