/** Toasts leave the control visible that has the keyboard focus (WCAG 2.4.11), and disappear by themselves. */
import { expect, type Locator } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { test } from '../kit/test.ts';

/** Scrolls the page until the control ends 24 pixels from an edge of the free part of the window. */
async function scrollToEdge(control: Locator, edge: 'top' | 'bottom'): Promise<void> {
  await control.evaluate((element, at) => {
    const header = document.querySelector('header')!;
    const bars = [...document.querySelectorAll('[data-at-foot]')].map(
      (bar) => bar.getBoundingClientRect().top,
    );
    const foot = Math.min(window.innerHeight, ...bars);
    const box = element.getBoundingClientRect();
    const distance = at === 'top' ? box.top - header.offsetHeight - 24 : box.bottom - foot + 24;
    window.scrollBy({ top: distance, behavior: 'instant' });
  }, edge);
}

/** Pixels by which the boxes overlap vertically; both are in the middle column. */
async function overlapOf(first: Locator, second: Locator): Promise<number> {
  const [a, b] = [(await first.boundingBox())!, (await second.boundingBox())!];
  return Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
}

for (const edge of ['top', 'bottom'] as const)
  test(`keeps a toast off the focused button at the ${edge} of the window @both`, async ({ page }) => {
    await page.goto(`/rifa/${BIZ}`);
    const copyButton = page.getByRole('button', { name: 'Copiar link' });
    await copyButton.scrollIntoViewIfNeeded();
    await copyButton.focus();
    await scrollToEdge(copyButton, edge);
    await copyButton.press('Enter');
    const toast = page.getByRole('listitem').filter({ hasText: 'Link copiado!' });
    await expect(toast).toHaveAttribute('data-mounted', 'true');
    await expect(toast).toBeInViewport({ ratio: 1 });
    expect(await overlapOf(toast, copyButton)).toBeLessThanOrEqual(0);
    await expect(copyButton).toBeFocused();
  });

test('closes a toast that moved away from the mouse @desktop', async ({ page }) => {
  await page.goto(`/rifa/${BIZ}`);
  const copyButton = page.getByRole('button', { name: 'Copiar link' });
  await copyButton.scrollIntoViewIfNeeded();
  await copyButton.click();
  const toast = page.getByRole('listitem').filter({ hasText: 'Link copiado!' });
  await toast.hover();
  await expect(toast).toHaveAttribute('data-expanded', 'true');
  // The focus comes under the toast, which moves to the other edge of the window.
  await scrollToEdge(copyButton, 'top');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(toast).toHaveAttribute('data-y-position', 'bottom');
  await expect(toast).toHaveCount(0);
});
