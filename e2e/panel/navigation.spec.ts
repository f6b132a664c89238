/** Sidebar of the panel on a screen that is lower than its list of sections. */
import { expect } from '@playwright/test';
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
