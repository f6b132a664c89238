/**
 * Lets the loops of the workers sleep while nothing happens. A process that has changed something says so, to itself and,
 * at most once a second, to the others; loops then keep their pace for a while. An announcement that is lost delays a
 * sleeping loop by its longest pause.
 */
import type pg from 'pg';
import { listenTo, type Listener } from './database/listen.ts';
import type { Log } from './log/log.ts';

const CHANNEL = 'activity';
const ANNOUNCED_EVERY_MS = 1_000;
/** After the last activity. */
const AWAKE_MS = 120_000;
const ASLEEP_PAUSE_MS = 20_000;

export interface Activity {
  /** This process has committed a change that loops may have to act on. */
  note(): void;
  /** Whether something happened lately. */
  readonly isAwake: boolean;
  /** Longest pause of a sleeping loop. */
  readonly asleepPauseMs: number;
  /** Pause of a loop: `ms` while awake; asleep, until something happens, or the longest pause. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** @returns unsubscribe */
  onWake(wake: () => void): () => void;
  stop(): Promise<void>;
}

/** @param hears whether this process has loops, and so has to hear of the others */
export function createActivity(platform: { pool: pg.Pool; log: Log }, hears: boolean): Activity {
  const wakes = new Set<() => void>();
  let awakeUntil = Date.now() + AWAKE_MS;
  let announcedAt = 0;
  let announcing: NodeJS.Timeout | undefined;
  const listener: Listener | null = hears ? listenTo(platform, CHANNEL, wake) : null;

  const isAwake = () => Date.now() < awakeUntil;

  function wake(): void {
    const slept = !isAwake();
    awakeUntil = Date.now() + AWAKE_MS;
    if (slept) for (const each of wakes) each();
  }

  function announce(): void {
    announcing = undefined;
    announcedAt = Date.now();
    platform.pool
      .query(`notify ${CHANNEL}`)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'activity not announced'));
  }

  function onWake(each: () => void): () => void {
    wakes.add(each);
    return () => wakes.delete(each);
  }

  return {
    note() {
      wake();
      announcing ??= setTimeout(announce, Math.max(0, announcedAt + ANNOUNCED_EVERY_MS - Date.now()));
    },
    asleepPauseMs: ASLEEP_PAUSE_MS,
    get isAwake() {
      return isAwake();
    },
    pause(ms, signal) {
      return pauseUntil(isAwake() ? ms : Math.max(ms, ASLEEP_PAUSE_MS), signal, onWake);
    },
    onWake,
    async stop() {
      clearTimeout(announcing);
      await listener?.stop();
    },
  };
}

/** Of platforms without loops in other processes: every loop keeps its pace. */
export const alwaysAwake: Activity = {
  note: () => undefined,
  isAwake: true,
  asleepPauseMs: ASLEEP_PAUSE_MS,
  pause: (ms, signal) => pauseUntil(ms, signal, () => () => undefined),
  onWake: () => () => undefined,
  stop: () => Promise.resolve(),
};

function pauseUntil(ms: number, signal: AbortSignal, onWake: Activity['onWake']): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      forget();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const forget = onWake(end);
    signal.addEventListener('abort', end);
  });
}
