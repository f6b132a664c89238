/** A page of 1280 × 1024 pixels enlarged to 400%, as high as a phone held sideways or lower (WCAG 1.4.10). */
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { expectNoSidewaysScroll } from '../kit/page/page-checks.ts';
import { signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const WINDOW = { width: 320, height: 256 };

test.use({ viewport: WINDOW });

async function scrollToMiddle(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 3, behavior: 'instant' }));
}

test('scrolls header and footer bars away in a low window', async ({ page }) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await scrollToMiddle(page);
  await expect(page.getByRole('banner')).not.toBeInViewport();
  const participate = page.getByRole('button', { name: /^Participar · / });
  expect((await participate.locator('..').boundingBox())!.height).toBeLessThan(WINDOW.height / 3);
  await participate.click();
  const dialog = page.getByRole('dialog');
  const pay = dialog.getByRole('button', { name: 'Pagar com Pix' });
  // The sheet is open, and its footer scrolls away.
  await expect(dialog.getByRole('button', { name: 'Fechar' })).toBeFocused();
  await expect(pay).toBeVisible();
  await expect(pay).not.toBeInViewport();
  await pay.scrollIntoViewIfNeeded();
  await expect(pay).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
});

test('scrolls the menus of the panel away in a low window', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto(`/admin/rifas/${BIZ}`);
  await page.getByRole('tab', { name: 'Editar' }).click();
  const parts = page.getByRole('navigation', { name: 'Partes da página' });
  await expect(parts).toBeVisible();
  await scrollToMiddle(page);
  await expect(parts).not.toBeInViewport();
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expectNoSidewaysScroll(page);
});
