/** Layout shifts (https://web.dev/articles/cls) of a page whose answers arrive after its placeholders are painted. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** The limit of 'good' (https://web.dev/articles/cls#what-is-a-good-cls-score). */
export const LAYOUT_SHIFT_MAX = 0.1;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

export interface MovedPart {
  /** Share of the window that moved, times the distance. */
  value: number;
  texts: string[];
}

/**
 * Opens a page, holds its API answers until placeholders are painted, and lists what then moved.
 * @param last part of the page that arrives last
 */
export async function shiftsOf(page: Page, path: string, last?: Locator): Promise<MovedPart[]> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/api/**', async (route) => {
    if (isHeld && route.request().method() === 'GET') held.push(route);
    else await route.fallback();
  });
  const loading = page.locator('#conteudo').locator('.animate-shimmer, output:has-text("Carregando")');
  try {
    await page.goto(path);
    await expect(loading.first(), `placeholder of ${path}`).toBeVisible();
    await nextFrame(page);
    isHeld = false;
    await Promise.all(held.map((route) => route.fallback()));
    await expect(loading, `placeholders of ${path}`).toHaveCount(0);
    if (last) await expect(last).toBeVisible();
    await nextFrame(page);
    return await page.evaluate(readShifts);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Runs in the page. */
function readShifts(): Promise<MovedPart[]> {
  return new Promise((resolve) => {
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
  });
}
