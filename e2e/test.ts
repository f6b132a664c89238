/** The `test` of every journey: a page that was opened is acted on once it has come alive, as nobody's finger is faster. */
import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test';

/**
 * Waits until React has taken over what the server sent, if the page is one of the site's. Pressed before, a link loads its
 * page anew, and a control does nothing.
 */
async function untilHydrated(page: Page): Promise<void> {
  const alive = () =>
    page
      .evaluate(
        () =>
          !('__reactRouterContext' in window) ||
          Object.keys(document.body).some((key) => key.startsWith('__reactProps')),
      )
      // The page went on to another, which is looked at next.
      .catch(() => false);
  await expect
    .poll(alive, { message: `life in ${page.url()}`, intervals: [20, 50, 100], timeout: 45_000 })
    .toBe(true);
}

function openAlive(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...input) => {
    const answer = await goto(...input);
    await untilHydrated(page);
    return answer;
  };
  page.reload = async (...input) => {
    const answer = await reload(...input);
    await untilHydrated(page);
    return answer;
  };
}

const watchContext = (context: BrowserContext) => void context.on('page', openAlive);

export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      browser.on('context', watchContext);
      await use(browser);
      browser.off('context', watchContext);
    },
    { scope: 'worker' },
  ],
});
