/** The panel while the role of the signed-in person cannot be loaded. */
import { FETCH_RETRIES } from '@mare/domain/timings.ts';
import { expect } from '@playwright/test';
import { signInAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

const DENIED = 'Você não possui permissão para acessar esta área.';

const isProfile = ({ pathname }: URL) => pathname === '/api/me';

test('offers to retry when the role fails to load', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.route(isProfile, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/admin/cupons');
  const main = page.getByRole('main');
  await expect(main.getByText('Não foi possível carregar o seu acesso.')).toBeVisible({ timeout: 60_000 });
  await expect(main.getByText(DENIED)).toBeHidden();
  await page.unroute(isProfile);
  await main.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Cupons' })).toBeVisible();
});

test('keeps the panel and what was typed when reloading the role fails', async ({ page }) => {
  await page.clock.install();
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/pedidos');
  const search = page.getByRole('main').getByRole('searchbox').first();
  await search.fill('maria');
  let failures = 0;
  await page.route(isProfile, (route) => {
    failures += 1;
    return route.fulfill({ status: 503, json: {} });
  });
  await page.clock.fastForward('10:00');
  // Returning to the window loads the role again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return failures;
    })
    .toBe(1 + FETCH_RETRIES);
  await page.clock.runFor(1_000);
  await expect(search).toHaveValue('maria');
});
