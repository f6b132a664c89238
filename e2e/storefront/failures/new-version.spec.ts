/** Scripts of an open page that a deployment removed, or that failed to load on a poor connection. */
import { expect, type Page } from '@playwright/test';
import { untilHydrated, untilPageHydrated } from '../../kit/page/hydration.ts';
import { scriptWith } from '../../kit/page/module-sizes.ts';
import { expectPageChecks } from '../../kit/page/page-checks.ts';
import { openAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

const UPDATED = 'A loja foi atualizada. Recarregue a página para continuar.';

/** The server no longer has the script with this module, also after a reload. */
async function removeScript(page: Page, module: string): Promise<void> {
  await page.route(await scriptWith(module), (route) => route.fulfill({ status: 404, body: 'Not found' }));
}

/** The server does not have the script with this module until a page of the new version loads. */
async function removeScriptUntilReload(page: Page, module: string): Promise<void> {
  const script = await scriptWith(module);
  await removeScript(page, module);
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void page.unroute(script);
  });
}

/** The connection drops while the script with this module loads for the first time. */
async function loseScriptOnce(page: Page, module: string): Promise<void> {
  await page.route(await scriptWith(module), (route) => route.abort('connectionreset'), { times: 1 });
}

/** The part that finds a removed script loads when the browser is idle. */
async function openPage(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse(await scriptWith('app/fetching/browser-query-client.ts'));
  await page.goto(path);
  await loaded;
  await untilPageHydrated(page);
}

const menuButton = (page: Page) => page.getByRole('button', { name: 'Abrir menu' });
const menu = (page: Page) => page.getByRole('dialog');

test('retries a script that failed to load once', async ({ page }) => {
  await page.goto('/');
  await untilPageHydrated(page);
  await loseScriptOnce(page, 'app/layout/mobile-menu.tsx');
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
});

// @covers beyond: a page whose scripts are gone since a deployment reloads once, or offers it where input could be lost
//   [web/app/fetching/chunks/recover-chunk.ts]
test('reloads the page when a script no longer exists', async ({ page }) => {
  await openPage(page, '/ranking');
  await removeScriptUntilReload(page, 'app/layout/mobile-menu.tsx');
  const reloaded = page.waitForEvent('load');
  await menuButton(page).click();
  await reloaded;
  await expect(page).toHaveURL('/ranking');
  await untilPageHydrated(page);
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
});

test('reloads only once for a script that stays missing', async ({ page }) => {
  await openPage(page, '/ranking');
  await removeScript(page, 'app/layout/mobile-menu.tsx');
  const reloaded = page.waitForEvent('load');
  await menuButton(page).click();
  await reloaded;
  await untilPageHydrated(page);
  let reloads = 0;
  page.on('load', () => (reloads += 1));
  await menuButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: UPDATED });
  await expect(notice).toBeVisible();
  expect(reloads).toBe(0);
  await notice.getByRole('button', { name: 'Recarregar página' }).click();
  await expect.poll(() => reloads).toBe(1);
});

test('keeps typed text when a script no longer exists', async ({ page }) => {
  await openPage(page, '/suporte');
  await page.getByLabel('Mensagem').fill('Onde vejo a minha cota?');
  await removeScriptUntilReload(page, 'app/layout/mobile-menu.tsx');
  await menuButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: UPDATED });
  await expect(notice).toContainText('O que você digitou aqui pode se perder.');
  await expect(page.getByLabel('Mensagem')).toHaveValue('Onde vejo a minha cota?');
  await expectPageChecks(page);
  const reloaded = page.waitForEvent('load');
  await notice.getByRole('button', { name: 'Recarregar página' }).click();
  await reloaded;
  await expect(notice).toHaveCount(0);
});

test('opens a page whose script no longer exists by a full page load', async ({ page }) => {
  await openPage(page, '/');
  await removeScriptUntilReload(page, 'app/about/about-page.tsx');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Sobre', exact: true });
  await untilHydrated(link);
  await link.click();
  await expect(page).toHaveURL('/sobre');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('opens a page whose script failed to load once', async ({ page }) => {
  await openPage(page, '/');
  await loseScriptOnce(page, 'app/about/about-page.tsx');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Sobre', exact: true });
  await untilHydrated(link);
  await link.click();
  await expect(page).toHaveURL('/sobre');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('offers a reload inside an open dialog', async ({ page }) => {
  await openAs(page, 'admin@exemplo.com.br', '/admin/analytics');
  await page.getByRole('button', { name: 'Novo teste' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo teste A/B' });
  // The texts about invalid fields.
  await removeScriptUntilReload(page, 'app/ui/form/validation-message.ts');
  await dialog.getByRole('button', { name: 'Começar teste' }).click();
  const notice = dialog.getByRole('alert').filter({ hasText: UPDATED });
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expectPageChecks(page);
  await notice.getByRole('button', { name: 'Agora não' }).click();
  await expect(notice).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test('reloads the panel when the script of a dialog no longer exists @desktop', async ({ page }) => {
  await openAs(page, 'admin@exemplo.com.br', '/admin/rifas');
  await untilPageHydrated(page);
  const search = page.getByRole('button', { name: 'Buscar no painel' });
  await expect(search).toBeVisible();
  await removeScriptUntilReload(page, 'app/admin/search/command-palette.tsx');
  const reloaded = page.waitForEvent('load');
  await search.click();
  await reloaded;
  await expect(page).toHaveURL('/admin/rifas');
  await search.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('keeps a buyer signed in when the session script failed to load once', async ({ page }) => {
  await openAs(page, 'maria@exemplo.com.br', '/');
  await loseScriptOnce(page, 'app/session/create-auth-client.ts');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Minha Conta' })).toBeVisible();
});
