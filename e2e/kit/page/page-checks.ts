/** Checks for every page of a test: console errors, accessibility, horizontal scrolling. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { markKnownContrast, SKIP_KNOWN_CONTRAST } from './known-contrast.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const axeSource = AXE + SKIP_KNOWN_CONTRAST;

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

/** Checks accessibility and horizontal scrolling. */
export async function expectPageChecks(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** Expects no axe violation. Toasts are excluded: half faded in, they lack contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await finishAnimations(page);
  await using _ = await withoutTransitions(page);
  await using known = await markKnownContrast(page);
  const { violations } = await new AxeBuilder({ page, axeSource: await loadAxe(page) })
    .exclude('[data-sonner-toast]')
    // There are no cross-origin frames to check, so the extra page of the default mode is not needed.
    .setLegacyMode()
    // Preloaded stylesheets serve a rule that is off by default, and parsing them takes a third of the time.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    `accessibility of ${page.url()}`,
  ).toEqual([]);
  known.keep();
}

/**
 * Loads axe once per document: AxeBuilder loads it twice at each check, which took a third of the time.
 * @returns what AxeBuilder still has to load: nothing, unless the page has frames
 */
async function loadAxe(page: Page): Promise<string> {
  if (page.frames().length > 1) return axeSource;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return ';';
}

/** Expects sufficient contrast of all text; for printed pages, which have no landmarks. */
export async function expectReadable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules('color-contrast').analyze();
  expect(violations.flatMap(({ nodes }) => nodes.map((node) => node.target.join(' ')))).toEqual([]);
}

/** Checks the page, and an open dialog, which may be wider than the screen while the page is not. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth: content, clientWidth: screen } = document.documentElement;
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].flatMap(
      (dialog) => [
        dialog.getBoundingClientRect().width,
        ...[...dialog.children].map((part) => part.scrollWidth),
      ],
    );
    return { page: Math.max(content, ...dialogs), screen };
  });
  expect(widths.page, `width of ${page.url()}`).toBeLessThanOrEqual(widths.screen);
}

/** Waits for animations to end: half-faded text has too little contrast. */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

/** Disables colour transitions until disposed, also for a label that changes back during a check. */
async function withoutTransitions(page: Page): Promise<AsyncDisposable> {
  const sheet = await page.evaluateHandle(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    return still;
  });
  return {
    async [Symbol.asyncDispose]() {
      await sheet.evaluate((still) => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== still);
      });
      await sheet.dispose();
    },
  };
}
