/** Sidebar of the panel on a screen that is lower than its list of sections. */
import { expect } from '@playwright/test';
import { untilHydrated } from '../kit/page/hydration.ts';
import { signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** The page may scroll until the sidebar stays below the header. */
const HEADER_PX = 150;

test('reaches each section without scrolling far @desktop', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/financeiro');
  await expect(page.getByRole('heading', { name: 'Por dia' })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Seções do painel' }).getByRole('link');
  const lastLink = links.last();
  await expect(lastLink).toHaveText('Configurações');
  await links.first().focus();
  const focused = page.locator(':focus');
  while (!(await lastLink.evaluate((link) => link === document.activeElement))) {
    await expect(focused).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press('Tab');
  }
  await expect(lastLink).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('button', { name: 'Buscar no painel' })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBeLessThan(HEADER_PX);

  await lastLink.press('Enter');
  await expect(page.getByRole('heading', { name: 'Configurações', level: 1 })).toBeVisible();
  await page.reload();
  await expect(lastLink).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBeLessThan(HEADER_PX);
});

test('focuses the first field of a dialog that loads while a busy machine draws no frame @desktop', async ({
  page,
}) => {
  await signInAs(page, 'admin@exemplo.com.br');
  const rifas = await page.request.get('/api/rifas');
  const [rifa] = (await rifas.json()) as { id: string }[];
  await page.goto(`/admin/rifas/${rifa!.id}`);
  const open = page.getByRole('button', { name: 'Vender em dinheiro' });
  await expect(open).toBeVisible();
  await untilHydrated(open);
  await page.evaluate(() => {
    const drawFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => {
      setTimeout(() => drawFrame(callback), 700);
      return 0;
    };
  });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Vender em dinheiro' });
  await expect(dialog.locator('input, select').first()).toBeVisible();
  await expect(dialog.locator('input, select').first()).toBeFocused();
});
