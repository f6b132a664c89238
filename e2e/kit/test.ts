/** Playwright's `test`, whose `goto` and `reload` wait for hydration. */
import { type Browser, type BrowserContext, type Page, test as base } from '@playwright/test';
import { untilPageHydrated } from './page/hydration.ts';

function openAlive(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...input) => {
    const answer = await goto(...input);
    await untilPageHydrated(page);
    return answer;
  };
  page.reload = async (...input) => {
    const answer = await reload(...input);
    await untilPageHydrated(page);
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
