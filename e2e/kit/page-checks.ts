/** What every page passed in a journey must hold: no error in the console, nothing that shuts somebody out. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Collects console errors and uncaught exceptions of a page and of every page it opens. */
export function watchForErrors(page: Page): string[] {
  const errors: string[] = [];
  const watch = (watched: Page) => {
    watched.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${watched.url()}: ${message.text()}`);
    });
    watched.on('pageerror', (error) => errors.push(`${watched.url()}: ${error.message}`));
  };
  watch(page);
  page.context().on('page', watch);
  return errors;
}

/** Both of the looks below at a screen. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** Without the toasts, which come and go in their own time: one that is half faded in is no fault of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await settle(page);
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-sonner-toast]')
    // No frames of other origins are ours: a second page to gather their results in would only cost time.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    `accessibility of ${page.url()}`,
  ).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(content, `width of ${page.url()}`).toBeLessThanOrEqual(screen);
}

/** Half-faded text has less contrast than it will have: lets every transition that ends come to its end. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}
