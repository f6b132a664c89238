/** Background work in this process, one run at a time: a poke during a run makes one more follow. */
import type { Log } from './log/log.ts';

export interface OnDemand {
  poke: () => void;
  /** Lets the present run end, and takes no more. */
  stop: () => Promise<void>;
}

/** A fault is logged and not repeated by itself: the next poke tries again. */
export function runOnDemand(log: Log, name: string, work: () => Promise<unknown>): OnDemand {
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
    poke() {
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
