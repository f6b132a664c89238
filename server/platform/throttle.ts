export interface Throttle {
  /** Runs the work immediately, or once the interval since the last run is over, together with other triggers. */
  trigger(): void;
  /** Drops pending and later triggers. */
  stop(): void;
}

/** Throttles the work: triggers in close succession share a run. */
export function createThrottle(work: () => void, intervalMs: number): Throttle {
  let timer: NodeJS.Timeout | null = null;
  let isWaiting = false;
  let isStopped = false;

  function run(): void {
    isWaiting = false;
    timer = setTimeout(() => {
      timer = null;
      if (isWaiting) run();
    }, intervalMs);
    timer.unref();
    work();
  }

  return {
    trigger() {
      if (isStopped) return;
      if (timer) isWaiting = true;
      else run();
    },
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
