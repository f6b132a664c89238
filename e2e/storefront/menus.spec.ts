/** Navigation: header, footer, menus and the 404 page. */
import { expect } from '@playwright/test';
import { untilHydrated, untilPageHydrated } from '../kit/page/hydration.ts';
import { DRAWN } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { createPerson, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers community 2: drawer below 768 px with 'Início', 'Como Participar', 'Sobre', 'Suporte', 'Dashboard',
//   'Sair' [web/app/layout/mobile-menu.tsx]
// @covers community 2: desktop navigation, user menu with 'Dashboard', 'Perfil', 'Preferências de Email'
//   [web/app/layout/user-menu.tsx]
// @covers community 2: 404: 'Página não encontrada', 'Voltar ao Início', 'Voltar', six links
test('links menus to their pages and offers links on the 404 page @both', async ({
  page,
  request,
  isMobile,
}) => {
  await openAs(page, await createPerson(request), '/como-participar');
  const header = page.getByRole('banner');
  const menu = isMobile
    ? page.getByRole('dialog').getByRole('navigation', { name: 'Menu' })
    : header.getByRole('navigation', { name: 'Principal' });
  if (isMobile) await header.getByRole('button', { name: 'Abrir menu' }).click();
  for (const [name, path] of [
    [isMobile ? 'Início' : 'Rifas', '/'],
    ['Como Participar', '/como-participar'],
    ['Sobre', '/sobre'],
    ['Suporte', '/suporte'],
    ['Dashboard', '/dashboard'],
  ] as const)
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  if (isMobile) {
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Sair' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await header.getByRole('button', { name: 'Minha Conta' }).click();
  const accountMenu = page.getByRole('navigation', { name: 'Minha Conta' });
  for (const [name, path] of [
    ['Dashboard', '/dashboard'],
    ['Perfil', '/minha-conta'],
    ['Preferências de Email', '/email-preferences'],
  ] as const)
    await expect(accountMenu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  await expectPageChecks(page);

  await page.goto('/nada-aqui');
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
  const pageLinks = page.getByRole('main').getByRole('listitem').getByRole('link');
  const urls = () => pageLinks.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  // A signed-in user has no login link.
  await expect
    .poll(urls)
    .toEqual(['/', '/como-participar', '/resultado', '/afiliados-landing', '/dashboard', '/suporte']);
  await page.getByRole('button', { name: 'Voltar', exact: true }).click();
  await expect(page).toHaveURL(/\/como-participar$/);
});

// @covers storefront 2: header, menu, cart button with its count; footer with nine links
//   [web/app/layout/header.tsx, web/app/layout/footer.tsx]
test('links header and footer to existing pages @both', async ({ page, request }) => {
  await page.goto('/');
  const links = page.locator('header a[href^="/"], footer a[href^="/"]');
  let urls = new Set<string>();
  await expect
    .poll(async () => {
      urls = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')));
      return urls.size;
    })
    .toBeGreaterThanOrEqual(9);
  for (const url of urls) expect((await request.get(url)).status(), url).toBe(200);
});

test('moves the focus to the heading of each page that a link opens', async ({ page }) => {
  await page.goto('/resultado');
  const drawnRifa = page.getByRole('link', { name: 'Máquina de costura' }).first();
  // Before hydration a link loads its page as a document.
  await untilHydrated(drawnRifa);
  await drawnRifa.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/rifa/${DRAWN}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The link stays in the footer and would keep the focus.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' }).press('Enter');
  await expect(page).toHaveURL(/\/termos$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/rifa/${DRAWN}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('links winner cards and buttons to their pages', async ({ page }) => {
  await page.goto('/resultado');
  await page.getByRole('link', { name: 'Máquina de costura' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/rifa/${DRAWN}$`));
  await page.getByRole('main').getByRole('link', { name: 'Ver Resultado', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/resultado/${DRAWN}$`));

  await page.goto('/como-participar');
  await page.getByRole('link', { name: 'Ver Rifas' }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.goto('/afiliados-landing');
  await page.getByRole('link', { name: 'Quero ser Afiliado' }).click();
  await expect(page).toHaveURL(/\/auth\?voltar=%2Fafiliado$/);
});

test('scrolls each filter that gets keyboard focus fully into view', async ({ page }) => {
  await page.goto('/');
  await untilPageHydrated(page);
  const filters = page.getByRole('list', { name: 'Filtros' }).getByRole('link');
  await filters.first().focus();
  for (const filter of await filters.all()) {
    await expect(filter).toBeFocused();
    await expect(filter).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Tab');
  }
});
