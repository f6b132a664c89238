import type { Browser, Page } from '@playwright/test';

/** An event of Chromium's trace, as far as used. */
interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

/** The largest number of elements whose style the browser computed at once while something happened. */
export async function mostRestyledElements(
  browser: Browser,
  page: Page,
  happens: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await happens();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const counts = traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0);
  return Math.max(...counts);
}
