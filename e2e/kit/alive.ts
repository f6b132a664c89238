/** When React has taken over what the server sent. Pressed before, a link loads its page anew, and a control does nothing. */
import { expect, type Locator, type Page } from '@playwright/test';

const isTakenOver = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));

/** Of a control in a part of the page that comes alive after the rest. */
export async function untilAlive(control: Locator): Promise<void> {
  await expect
    .poll(() => control.evaluate(isTakenOver), { message: `life in ${control.toString()}` })
    .toBe(true);
}

/** Of a page, if it is one of the site's. */
export async function untilPageAlive(page: Page): Promise<void> {
  const alive = async () => {
    const isOurs = await page.evaluate(() => '__reactRouterContext' in window);
    return !isOurs || (await page.locator('body').evaluate(isTakenOver));
  };
  await expect
    // A page that went on to another is looked at again.
    .poll(() => alive().catch(() => false), {
      message: `life in ${page.url()}`,
      intervals: [20, 50, 100],
      timeout: 45_000,
    })
    .toBe(true);
}
