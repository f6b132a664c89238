/** Text larger than the phone's default, as a user with low vision sets it. */
import { expect, type Page } from '@playwright/test';

/** Sets the root font size, in percent, on every page that opens afterwards. */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    // The frame of a mail preview has its own text size.
    if (window !== top) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size}% !important }`);
    document.adoptedStyleSheets.push(sheet);
  }, percent);
}

/** Expects no text that ends with an ellipsis or at the edge of its box. */
export async function expectNoCutText(page: Page): Promise<void> {
  const cutTexts = await page
    .getByRole('main')
    .locator(':visible:not(:has(> *))')
    .evaluateAll((elements) =>
      elements
        .filter(
          (element) =>
            element.textContent.trim() !== '' &&
            getComputedStyle(element).overflowX === 'hidden' &&
            // Visually hidden text is one pixel wide.
            element.clientWidth > 1 &&
            element.scrollWidth > element.clientWidth + 1,
        )
        .map((element) => element.textContent),
    );
  expect(cutTexts, `cut text of ${page.url()}`).toEqual([]);
}

/** Expects the header's links and buttons to be fully visible and not to overlap. */
export async function expectNoOverlapInHeader(page: Page): Promise<void> {
  const faults = await page.getByRole('banner').evaluate((header) => {
    const screen = document.documentElement.clientWidth;
    const controls = [...header.querySelectorAll<HTMLElement>('a, button')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => {
        const boxes = [control, ...control.querySelectorAll('*')]
          .filter((part) => part.checkVisibility())
          .map((part) => part.getBoundingClientRect());
        return {
          name: control.getAttribute('aria-label') ?? control.innerText,
          left: Math.min(...boxes.map((box) => box.left)),
          right: Math.max(...boxes.map((box) => box.right)),
          top: Math.min(...boxes.map((box) => box.top)),
          bottom: Math.max(...boxes.map((box) => box.bottom)),
        };
      });
    const outside = controls.filter(({ left, right }) => left < 0 || right > screen);
    const pairs = controls.flatMap((first, at) =>
      controls.slice(at + 1).map((second) => [first, second] as const),
    );
    // A counter badge overflows its button by two pixels.
    const overlapping = pairs.filter(
      ([first, second]) =>
        Math.min(first.right, second.right) - Math.max(first.left, second.left) > 2.5 &&
        Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top) > 2.5,
    );
    return [
      ...outside.map(({ name }) => `${name} outside the screen`),
      ...overlapping.map(([first, second]) => `${first.name} on ${second.name}`),
    ];
  });
  expect(faults, `header of ${page.url()}`).toEqual([]);
}
