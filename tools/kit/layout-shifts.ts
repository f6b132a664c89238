/** Reads the layout shifts of a page so far (https://web.dev/articles/cls), for browser tests and the benchmark. */
import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

export interface LayoutShift {
  /** Share of the window that moved, times the distance. */
  value: number;
  /** Start of each moved element's text. */
  texts: string[];
}

/** Leaves out shifts within half a second of an input. */
export function readLayoutShifts(page: Page): Promise<LayoutShift[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const describe = (entries: PerformanceEntryList) =>
          (entries as Shift[])
            .filter(({ hadRecentInput }) => !hadRecentInput)
            .map(({ value, sources }) => ({
              value,
              texts: sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)),
            }));
        const observer = new PerformanceObserver((list) => resolve(describe(list.getEntries())));
        observer.observe({ type: 'layout-shift', buffered: true });
        // The observer is not called when there are no entries.
        requestAnimationFrame(() => setTimeout(() => resolve(describe(observer.takeRecords()))));
      }),
  );
}

/** Cumulative layout shift; 0 when nothing moved. */
export function sumOfShifts(shifts: readonly LayoutShift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0);
}
