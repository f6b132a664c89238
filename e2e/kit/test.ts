/** Playwright's `test`, whose `goto` and `reload` wait for hydration, and whose visitors have answered the consent panel. */
import { type Browser, type BrowserContext, type Page, test as base } from '@playwright/test';
import { untilPageHydrated } from './page/hydration.ts';
import { removeNewerFeatures } from './page/older-browser.ts';

function waitForHydrationOnOpen(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...input) => {
    const response = await goto(...input);
    await untilPageHydrated(page);
    return response;
  };
  page.reload = async (...input) => {
    const response = await reload(...input);
    await untilPageHydrated(page);
    return response;
  };
}

function prepareContext(context: BrowserContext): void {
  context.on('page', waitForHydrationOnOpen);
  void removeNewerFeatures(context);
}

const CONSENT = JSON.stringify({
  measurement: false,
  marketing: false,
  textVersion: 1,
  decidedAt: '2020-01-01T00:00:00.000Z',
  userId: null,
});

/** Stores consent once, as a page of the site opens. `storageState` would load a further page for it in every context. */
async function storeConsent(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(
    ([site, consent]) => {
      if (window !== top || location.origin !== site || localStorage.getItem('e2e.consent')) return;
      localStorage.setItem('e2e.consent', 'stored');
      localStorage.setItem('mare.consent', consent);
    },
    [origin, CONSENT] as const,
  );
}

interface Options {
  /** False: the consent panel opens at the first visit. */
  hasConsent: boolean;
}

interface Automatic {
  consent: void;
}

export const test = base.extend<Options & Automatic, { browser: Browser }>({
  hasConsent: [true, { option: true }],
  consent: [
    async ({ browser, baseURL, hasConsent }, use) => {
      const store = (context: BrowserContext) => void storeConsent(context, new URL(baseURL!).origin);
      if (hasConsent) browser.on('context', store);
      await use();
      browser.off('context', store);
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      browser.on('context', prepareContext);
      await use(browser);
      browser.off('context', prepareContext);
    },
    { scope: 'worker' },
  ],
});
