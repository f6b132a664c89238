/** Layout shifts (https://web.dev/articles/cls) of a page whose answers arrive after its placeholders are painted. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { type LayoutShift, readLayoutShifts } from '../../../tools/kit/layout-shifts.ts';

/** The limit of 'good' (https://web.dev/articles/cls#what-is-a-good-cls-score). */
export const LAYOUT_SHIFT_MAX = 0.1;

/**
 * Opens a page, holds its API answers until placeholders are painted, and lists what then moved.
 * @param lastPart part of the page that arrives last
 */
export async function shiftsOf(page: Page, path: string, lastPart?: Locator): Promise<LayoutShift[]> {
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
    if (lastPart) await expect(lastPart).toBeVisible();
    await nextFrame(page);
    return await readLayoutShifts(page);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
