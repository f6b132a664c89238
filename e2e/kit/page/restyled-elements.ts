import type { Browser, Page } from '@playwright/test';

/** Fields used of an event in Chromium's trace. */
interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

/** Largest number of elements restyled in one style recalculation during the action. */
export async function mostRestyledElements(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const counts = traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0);
  return Math.max(...counts);
}
