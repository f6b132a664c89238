/**
 * The door to paying. Under a rush a process serves no more buyers by letting more of them in: all would wait longer,
 * and some until they give up. So as many are let in as it can serve within a moment, as its own pace of late says; who
 * comes beyond that is told at once when to come again. What the payment provider takes is not waited for here.
 */

/** Milliseconds within which whoever is let in should have an order. */
const WITHIN_MS = 350;
/** However slow the process is: with fewer, orders no longer go to the database many at a time, and it gets slower yet. */
const LEAST_INSIDE = 100;
const PACE_AT_START = 600;
/** Milliseconds for which the pace is counted before it changes what is thought of it. */
const WINDOW_MS = 250;
/** After each window, of those turned away before. */
const STILL_WAITING = 0.75;
const LEAST_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 15;

export interface Admission {
  /**
   * @param now unix milliseconds
   * @returns how to leave, which may be called again and tells whether one was served, as the pace counts no others; or
   * when to come again
   */
  enter(
    now: number,
  ): { ok: true; leave: (now: number, isServed: boolean) => void } | { ok: false; retryAfterSeconds: number };
  /** @returns seconds after which to come again; null when there is a place, which is not taken */
  refuse(now: number): number | null;
}

export function createAdmission(): Admission {
  let inside = 0;
  /** Buyers a second, as last seen while there was a crowd. */
  let pace = PACE_AT_START;
  let windowBegan = 0;
  let served = 0;
  let turnedAway = 0;
  /** Of the windows before, those of the last ones most: who will come again. */
  let waiting = 0;
  let wasCrowded = false;

  const limit = () => Math.max(LEAST_INSIDE, (pace * WITHIN_MS) / 1000);

  function turn(now: number): void {
    const elapsed = now - windowBegan;
    if (elapsed < WINDOW_MS) return;
    // Without a crowd the pace is that of the buyers, and says nothing about the process.
    if (wasCrowded && elapsed < 4 * WINDOW_MS) pace = (pace + (served * 1000) / elapsed) / 2;
    waiting = waiting * STILL_WAITING + turnedAway;
    windowBegan = now;
    served = 0;
    turnedAway = 0;
    wasCrowded = false;
  }

  function refuse(now: number): number | null {
    turn(now);
    if (inside < limit()) return null;
    wasCrowded = true;
    turnedAway++;
    const seconds = LEAST_WAIT_SECONDS + Math.floor((waiting + turnedAway) / Math.max(pace, 1));
    return Math.min(LONGEST_WAIT_SECONDS, seconds);
  }

  return {
    refuse,
    enter(now) {
      const retryAfterSeconds = refuse(now);
      if (retryAfterSeconds !== null) return { ok: false, retryAfterSeconds };
      wasCrowded ||= inside >= limit() / 2;
      inside++;
      let isInside = true;
      return {
        ok: true,
        leave(at, isServed) {
          if (!isInside) return;
          isInside = false;
          inside--;
          if (isServed) served++;
          turn(at);
        },
      };
    },
  };
}
