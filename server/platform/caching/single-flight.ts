/** Single-flight background work: one run at a time in this process; a trigger during a run schedules one more. */
import type { Log } from '../log/log.ts';

export interface SingleFlightRunner {
  trigger: () => void;
  /** Waits for the current run and ignores later triggers. */
  stop: () => Promise<void>;
}

/** Errors are logged and not retried: the next trigger runs the work again. */
export function createSingleFlightRunner(
  log: Log,
  name: string,
  work: () => Promise<unknown>,
): SingleFlightRunner {
  const state: { running: Promise<void> | null; again: boolean; stopped: boolean } = {
    running: null,
    again: false,
    stopped: false,
  };
  const run = async () => {
    while (state.again && !state.stopped) {
      state.again = false;
      await work().catch((error: unknown) => log.error({ err: error, work: name }, 'background work failed'));
    }
    state.running = null;
  };
  return {
    trigger() {
      if (state.stopped) return;
      state.again = true;
      state.running ??= run();
    },
    async stop() {
      state.stopped = true;
      await state.running;
    },
  };
}
