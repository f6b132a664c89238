/** Waits for hydration. Before it, a link triggers a full page load and a control does nothing. */
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Runs in the page: after hydration the root's handler cancels this event (web/app/document/pre-hydration-clicks.ts).
 */
export const isHydrated = (element: Element) =>
  !element.dispatchEvent(new Event('transitioncancel', { bubbles: true, cancelable: true }));

/** Waits for a control in a part of the page that hydrates later. */
export async function untilHydrated(control: Locator): Promise<void> {
  await expect
    .poll(() => control.evaluate(isHydrated), { message: `hydration of ${control.toString()}` })
    .toBe(true);
}

/** Waits for the page if it belongs to the site. */
export async function untilPageHydrated(page: Page): Promise<void> {
  const hydrated = async () => {
    const isOurs = await page.evaluate(() => '__reactRouterContext' in window);
    return !isOurs || (await page.locator('body').evaluate(isHydrated));
  };
  await expect
    // Evaluating fails while the page navigates.
    .poll(() => hydrated().catch(() => false), {
      message: `hydration of ${page.url()}`,
      intervals: [20, 50, 100],
      timeout: 45_000,
    })
    .toBe(true);
}
