/**
 * Adaptive polling: worker loops poll rarely while the shop is idle. A process that commits a change announces it to its own
 * loops and, at most once a second, to other processes by NOTIFY; loops then poll at their normal rate for a while. A lost
 * announcement delays an idle loop by at most its longest pause.
 */
import type pg from 'pg';
import { listenTo, type Listener } from './database/listen.ts';
import type { Log } from './log/log.ts';

const CHANNEL = 'activity';
const ANNOUNCED_EVERY_MS = 1_000;
/** Time after the last activity during which loops poll at their normal rate. */
const AWAKE_MS = 120_000;
const IDLE_PAUSE_MS = 20_000;

export interface Activity {
  /** This process has committed a change that may be work for the loops. */
  note(): void;
  /** Whether a change was announced recently. */
  readonly isAwake: boolean;
  /** Longest pause of an idle loop. */
  readonly asleepPauseMs: number;
  /** Pauses a loop: for `ms` while active; while idle, until the next announcement or for the longest pause. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** @returns unsubscribe */
  onWake(wake: () => void): () => void;
  stop(): Promise<void>;
}

/** @param listens whether this process runs loops and subscribes to announcements of other processes */
export function createActivity(platform: { pool: pg.Pool; log: Log }, listens: boolean): Activity {
  const wakes = new Set<() => void>();
  let awakeUntil = Date.now() + AWAKE_MS;
  let announcedAt = 0;
  let announcing: NodeJS.Timeout | undefined;
  const listener: Listener | null = listens ? listenTo(platform, CHANNEL, wake) : null;

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
    asleepPauseMs: IDLE_PAUSE_MS,
    get isAwake() {
      return isAwake();
    },
    pause(ms, signal) {
      return pauseUntil(isAwake() ? ms : Math.max(ms, IDLE_PAUSE_MS), signal, onWake);
    },
    onWake,
    async stop() {
      clearTimeout(announcing);
      await listener?.stop();
    },
  };
}

/** For platforms without loops in other processes: every loop keeps its normal interval. */
export const alwaysAwake: Activity = {
  note: () => undefined,
  isAwake: true,
  asleepPauseMs: IDLE_PAUSE_MS,
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
