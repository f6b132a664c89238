/**
 * Admission control. Above saturation, more concurrent buyers only wait longer. So the process admits as many as it
 * can serve within `TARGET_LATENCY_MS` at its measured throughput and rejects the others at once with a retry time.
 * Calls to the payment provider happen after release and do not count.
 */

/** Time within which an admitted buyer should have an order (ms). */
const TARGET_LATENCY_MS = 350;
/** Minimum concurrency: with less, orders are no longer batched, and throughput falls further. */
const MIN_CONCURRENCY = 100;
const INITIAL_THROUGHPUT = 600;
/** Throughput sampling window (ms). */
const WINDOW_MS = 250;
/** Decay of the rejected count after each window. */
const REJECTED_DECAY = 0.75;
const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 15;

export interface Admission {
  /**
   * @param now unix milliseconds
   * @returns an idempotent release; pass whether the request was served, as only those count as throughput
   */
  acquire(
    now: number,
  ):
    | { ok: true; release: (now: number, isServed: boolean) => void }
    | { ok: false; retryAfterSeconds: number };
  /** @returns the retry time in seconds when full; null when there is capacity, which is not acquired */
  rejectIfFull(now: number): number | null;
}

export function createAdmission(): Admission {
  let inFlight = 0;
  /** Buyers per second, as last measured under load. */
  let throughput = INITIAL_THROUGHPUT;
  let windowStart = 0;
  let served = 0;
  let rejected = 0;
  /** Decayed count of recently rejected requests, which will retry. */
  let retrying = 0;
  let wasSaturated = false;

  const limit = () => Math.max(MIN_CONCURRENCY, (throughput * TARGET_LATENCY_MS) / 1000);

  function endWindow(now: number): void {
    const elapsed = now - windowStart;
    if (elapsed < WINDOW_MS) return;
    // Below saturation the throughput equals the arrival rate and does not show the capacity of the process.
    if (wasSaturated && elapsed < 4 * WINDOW_MS) throughput = (throughput + (served * 1000) / elapsed) / 2;
    retrying = retrying * REJECTED_DECAY + rejected;
    windowStart = now;
    served = 0;
    rejected = 0;
    wasSaturated = false;
  }

  function rejectIfFull(now: number): number | null {
    endWindow(now);
    if (inFlight < limit()) return null;
    wasSaturated = true;
    rejected++;
    const seconds = MIN_RETRY_SECONDS + Math.floor((retrying + rejected) / Math.max(throughput, 1));
    return Math.min(MAX_RETRY_SECONDS, seconds);
  }

  return {
    rejectIfFull,
    acquire(now) {
      const retryAfterSeconds = rejectIfFull(now);
      if (retryAfterSeconds !== null) return { ok: false, retryAfterSeconds };
      wasSaturated ||= inFlight >= limit() / 2;
      inFlight++;
      let isReleased = false;
      return {
        ok: true,
        release(at, isServed) {
          if (isReleased) return;
          isReleased = true;
          inFlight--;
          if (isServed) served++;
          endWindow(at);
        },
      };
    },
  };
}
