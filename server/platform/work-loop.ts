/**
 * Background loop over claimed rows: handles up to `concurrency` of them at a time and independently, so that one
 * slow row delays neither the others nor another loop. Safe in several processes if `claim` leases the rows that it
 * returns.
 */
import type { Activity } from './activity.ts';
import type { Log } from './log/log.ts';

export interface WorkLoopOptions<Item> {
  name: string;
  log: Log;
  /** Longest pause between two claims, in milliseconds. */
  everyMs: number;
  /** Maximum rows in progress. When it falls, rows above it are still finished. */
  concurrency: () => number;
  /** Leases due rows, at most `limit`. */
  claim: (limit: number) => Promise<Item[]>;
  handle: (item: Item) => Promise<void>;
  /** Renews the leases of the rows in progress, so that leases can be short. */
  renewal?: { everyMs: number; renew: (items: Item[]) => Promise<void> };
  /** Milliseconds until the next row is due, to run earlier than `everyMs`; null: unknown. */
  dueInMs?: () => Promise<number | null>;
  /** Reduces polling while the shop is idle. */
  activity?: Activity | undefined;
}

export interface WorkLoop {
  /** Runs until stopped. Idempotent. */
  start(): void;
  /** Claims immediately instead of after the pause. */
  trigger(): void;
  /** Handles all due rows. */
  drain(): Promise<void>;
  /** Stops claiming, and waits for the rows in progress. */
  stop(): Promise<void>;
}

/** Shortest pause between two claims of an idle loop. */
const MIN_PAUSE_MS = 100;

export function createWorkLoop<Item>(options: WorkLoopOptions<Item>): WorkLoop {
  const { name, log, everyMs, concurrency, claim, handle, renewal, dueInMs, activity } = options;
  const running = new Map<Promise<void>, Item>();
  let renewing: NodeJS.Timeout | undefined;
  let filling: Promise<boolean> | null = null;
  let isStarted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wasTriggered = false;
  let stopWaking: (() => void) | undefined;

  /** @returns whether more rows may be due */
  async function fill(): Promise<boolean> {
    for (;;) {
      const free = concurrency() - running.size;
      if (isStopped || free <= 0) return true;
      const items = await claim(free);
      for (const item of items) begin(item);
      if (items.length < free) return false;
    }
  }

  function begin(item: Item): void {
    const work = handle(item)
      .catch((error: unknown) => log.error({ err: error, loop: name }, 'background work failed'))
      .finally(() => {
        running.delete(work);
        if (running.size === 0) stopRenewing();
        if (hasMore && isWorthFilling()) trigger();
      });
    running.set(work, item);
    if (renewal) renewing ??= setInterval(renewLeases, renewal.everyMs);
  }

  /** Claiming for a single free slot would cost one query per row. */
  function isWorthFilling(): boolean {
    const size = concurrency();
    return size - running.size >= Math.ceil(size / 4);
  }

  function renewLeases(): void {
    renewal!
      .renew([...running.values()])
      .catch((error: unknown) => log.error({ err: error, loop: name }, 'leases not renewed'));
  }

  function stopRenewing(): void {
    clearInterval(renewing);
    renewing = undefined;
  }

  let hasMore = false;
  function fillOnce(): Promise<boolean> {
    filling ??= fill()
      .then((more) => (hasMore = more))
      .finally(() => {
        filling = null;
      });
    return filling;
  }

  function trigger(): void {
    if (isStopped) return;
    if (filling) {
      wasTriggered = true;
      return;
    }
    clearTimeout(timer);
    void run();
  }

  async function run(): Promise<void> {
    await fillOnce().catch((error: unknown) =>
      log.error({ err: error, loop: name }, 'background work failed'),
    );
    if (isStopped) return;
    if (wasTriggered) {
      wasTriggered = false;
      return run();
    }
    if (!isStarted) return;
    const pause = await pauseMs();
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(trigger, pause);
  }

  async function pauseMs(): Promise<number> {
    const nextDueMs = hasMore ? null : await dueInMs?.().catch(() => null);
    const longest =
      hasMore || !activity || activity.isAwake ? everyMs : Math.max(everyMs, activity.asleepPauseMs);
    return nextDueMs === null || nextDueMs === undefined
      ? longest
      : Math.min(longest, Math.max(MIN_PAUSE_MS, nextDueMs));
  }

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      stopWaking = activity?.onWake(trigger);
      trigger();
    },
    trigger,
    async drain() {
      for (;;) {
        await fillOnce();
        if (running.size === 0) return;
        await Promise.all(running.keys());
      }
    },
    async stop() {
      isStopped = true;
      stopWaking?.();
      clearTimeout(timer);
      await filling?.catch(() => false);
      await Promise.all(running.keys());
    },
  };
}

/** Combines loops that a caller controls as one. */
export function joinLoops(loops: readonly WorkLoop[]): WorkLoop {
  const all = async (act: (loop: WorkLoop) => Promise<void>) => void (await Promise.all(loops.map(act)));
  return {
    start: () => loops.forEach((loop) => loop.start()),
    trigger: () => loops.forEach((loop) => loop.trigger()),
    drain: () => all((loop) => loop.drain()),
    stop: () => all((loop) => loop.stop()),
  };
}
