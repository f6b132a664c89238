/** Total blocking time (TBT) of a page, from the browser's trace: https://web.dev/articles/tbt. */
import type { Browser } from '@playwright/test';

/** The time of a task beyond this counts as blocking. */
const LONG_TASK_MS = 50;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds, on one clock for all processes. */
  ts: number;
  /** CPU time of the thread, microseconds. */
  tdur?: number;
}

/**
 * Starts a trace. Counts throttled CPU time instead of wall-clock time, so that other load on the machine does not count.
 *
 * @returns stops the trace and returns the blocking milliseconds since first contentful paint of the latest page
 */
export async function recordBlockingTime(browser: Browser): Promise<() => Promise<number>> {
  const devTools = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  devTools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['loading', 'disabled-by-default-devtools.timeline'] },
  });
  return async () => {
    const complete = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve));
    await devTools.send('Tracing.end');
    await complete;
    await devTools.detach();
    return blockingMs(events);
  };
}

function blockingMs(events: readonly TraceEvent[]): number {
  const painted = events
    .filter(({ name }) => name === 'firstContentfulPaint')
    .sort((one, other) => one.ts - other.ts)
    .at(-1);
  if (!painted) return Number.NaN;
  return events
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && pid === painted.pid && tid === painted.tid && ts >= painted.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1000 - LONG_TASK_MS), 0);
}
