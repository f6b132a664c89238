/** How long a page's main thread was too busy to answer a press, as the browser's own record of its tasks tells it. */
import type { Browser } from '@playwright/test';

/** A longer task keeps a press waiting for its rest: https://web.dev/articles/tbt. */
const LONG_TASK_MS = 50;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds, on one clock for all processes. */
  ts: number;
  /** Microseconds of the thread's own time. */
  tdur?: number;
}

/**
 * Begins to record. Counted is a task's own time on the processor, slowed down as the page is, so that whoever shares
 * the machine does not count.
 *
 * @returns ends it, and tells the blocked milliseconds from the first text or picture on of the page opened last
 */
export async function recordBlockedTime(browser: Browser): Promise<() => Promise<number>> {
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
    return blockedMs(events);
  };
}

function blockedMs(events: readonly TraceEvent[]): number {
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
