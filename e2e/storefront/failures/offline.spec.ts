/** The site without a network: cached pages, the cart and the user's numbers. */
import { expect, type Page } from '@playwright/test';
import { rifaCalled } from '../../kit/rifas/demo-rifas.ts';
import { expectPageChecks } from '../../kit/page/page-checks.ts';
import { linkIn } from '../../kit/people/mailbox.ts';
import { createBuyer, openAs, signOut } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached everything, including the open page. @returns the contents of its caches and of the browser's storage */
async function untilCached(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const paths = ['/sem-internet', '/', '/dashboard', '/meus-numeros', location.pathname];
          const cached = await Promise.all(paths.map((path) => caches.match(path)));
          return navigator.serviceWorker.controller !== null && cached.every(Boolean);
        }),
      // Four pages and their files take long on a busy machine.
      { timeout: 60_000 },
    )
    .toBe(true);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mare.auth.numbers'))).not.toBeNull();
}

// @covers beyond: opens without a network: pages seen before, cart, own numbers; 'Você está sem internet'; gone
//   with the session [web/public/offline.js, web/app/layout/offline-page.tsx]
test('opens offline with cart and numbers until sign-out', async ({ page, context }) => {
  await openAs(page, 'maria@exemplo.com.br', '/dashboard');
  const ownRifas = page.getByRole('region', { name: 'Minhas Rifas' }).getByRole('heading', { level: 3 });
  await expect(ownRifas.first()).toBeVisible();
  const title = await ownRifas.first().innerText();

  const rifa = await rifaCalled(page.request, 'Jantar à beira-mar e dia de spa');
  await page.goto(`/rifa/${rifa.id}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();
  await untilCached(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: rifa.title, level: 1 })).toBeVisible();
  await page.goto('/');
  expect(await page.evaluate(readRoutesOfRanking)).toContain('ranking/ranking-page');
  await page.getByRole('button', { name: /^Carrinho, \d+ itens/ }).click();
  await expect(page.getByRole('dialog', { name: 'Carrinho' }).getByText(rifa.title)).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByText('Isto é o que este aparelho guardou')).toBeVisible();
  await expect(ownRifas.filter({ hasText: title })).toBeVisible();

  // A page that was never visited: the offline screen and its links.
  await page.goto('/afiliados-landing');
  await expect(page.getByRole('heading', { name: 'Você está sem internet' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Seu carrinho' }).getByText(rifa.title)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Seus números' }).getByRole('link', { name: title, exact: true }),
  ).toBeVisible();
  await expectPageChecks(page);

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL('/afiliados-landing');
  await signOut(page);
  await expect(page.getByRole('link', { name: 'Entrar', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('mare.auth.numbers'))).toBeNull();

  await context.setOffline(true);
  await page.goto('/pedido/nunca-visto');
  await expect(page.getByRole('heading', { name: 'Você está sem internet' })).toBeVisible();
  await expect(page.getByText(title)).toBeHidden();
});

test('caches no personal data in the service worker', async ({ page }) => {
  await openAs(page, 'maria@exemplo.com.br', '/dashboard');
  await untilCached(page);
  const cached = await page.evaluate(async () => {
    const openCaches = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(openCaches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.filter((path) => /^\/(?:api|auth|pedido|presente|admin|checkout)/.test(path))).toEqual([]);
  const pages = await page.evaluate(async () => (await caches.match('/dashboard'))!.text());
  expect(pages).not.toContain('maria@exemplo.com.br');
});

test('uses a one-time mailed link once', async ({ page, request }) => {
  const { email } = await createBuyer(request);
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.reload();
  const redirectTo = new URL('/auth/nova-senha', page.url()).href;
  const response = await request.post('/auth/v1/recover', {
    params: { redirect_to: redirectTo },
    data: { email },
  });
  expect(response.ok()).toBe(true);
  await page.goto(await linkIn(email, 'Criar nova senha', /https?:\/\/\S+\/auth\/v1\/verify\S+/));
  await expect(page.getByLabel('Nova senha')).toBeVisible();
});

/** Runs in the page: the routes of a link that was not visited before the connection was lost. */
async function readRoutesOfRanking(): Promise<string[]> {
  const { version } = (window as unknown as { __reactRouterManifest: { version: string } })
    .__reactRouterManifest;
  const response = await fetch(`/__manifest?paths=%2Franking&version=${version}`);
  return Object.keys((await response.json()) as object);
}
