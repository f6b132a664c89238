/** Visible content stays in place while a page loads. Public pages are measured by `npm run bench -- browser`. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { sumOfShifts } from '../../tools/kit/layout-shifts.ts';
import { LAYOUT_SHIFT_MAX, shiftsOf } from '../kit/page/layout-shift.ts';
import { placeOrder } from '../kit/payments/purchases.ts';
import { createBuyer, createPerson, openAs, signInAs } from '../kit/people/people.ts';
import { firstRifa } from '../kit/rifas/demo-rifas.ts';
import { test } from '../kit/test.ts';

async function expectSteady(page: Page, path: string, lastPart?: Locator): Promise<void> {
  const shifts = await shiftsOf(page, path, lastPart);
  expect
    .soft(sumOfShifts(shifts), `${path}: ${JSON.stringify(shifts)}`)
    .toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
}

/** Opens a page as at a first visit on a slow network. */
async function openWithoutTitleFont(page: Page, path: string) {
  const held = Promise.withResolvers<Route>();
  await page.route('**/bricolage-grotesque-*.woff2', (route) => held.resolve(route), { times: 1 });
  await page.goto(path);
  const route = await held.promise;
  return {
    async arrives() {
      await route.continue();
      await page.waitForFunction(() => localStorage.getItem('mare.face'));
    },
  };
}

/** Distance from the top of the page and height of the titles that the window shows, in px. */
const visibleTitles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3')]
      .map((title) => ({ text: title.textContent, box: title.getBoundingClientRect() }))
      .filter(({ box }) => box.top < innerHeight)
      .map(({ text, box }) => `${text}: ${Math.round(box.top)}, ${Math.round(box.height)}`),
  );

const BUYER_PAGES = [
  '/dashboard',
  '/minha-conta',
  '/minha-conta/seguranca',
  '/notifications',
  '/meus-premios',
  '/meus-vouchers',
  '/afiliado',
  '/email-preferences',
  '/suporte',
];

const PANEL_PAGES = [
  '/admin',
  '/admin/rifas',
  '/admin/pedidos',
  '/admin/pagamentos',
  '/admin/financeiro',
  '/admin/crm',
  '/admin/gamification',
  '/admin/support',
  '/admin/sorteios',
  '/admin/affiliates',
];

test('keeps the titles of a first visit in place when their font arrives', async ({ page }) => {
  await page.addInitScript(() => localStorage.removeItem('mare.face'));
  for (const width of [360, 390, 400, 412]) {
    await page.setViewportSize({ width, height: 820 });
    const font = await openWithoutTitleFont(page, '/');
    const before = await visibleTitles(page);
    await font.arrives();
    expect.soft(await visibleTitles(page), `titles at ${width} px`).toEqual(before);
  }
});

test('sets titles in their font from the second page of a visit', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 820 });
  const font = await openWithoutTitleFont(page, '/');
  await font.arrives();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Ranking' }).click();
  const title = page.getByRole('heading', { level: 1, name: 'Ranking' });
  await expect(title).toHaveCSS('font-family', /^"?Bricolage Grotesque Variable/);
});

test('keeps the pages of a buyer in place while they load @both', async ({ page }) => {
  await signInAs(page, 'maria@exemplo.com.br');
  for (const path of BUYER_PAGES) await expectSteady(page, path);
});

test('keeps a page in place below the bar of a reserved order @both', async ({ page, request }) => {
  const { id: rifaId, priceCentavos } = await firstRifa(request);
  const buyer = await createBuyer(request);
  await placeOrder({ request }, { ...buyer, rifaId, quantity: 5, price: priceCentavos / 100 });
  await openAs(page, buyer.email, '/suporte');
  const bar = page.getByRole('complementary', { name: 'Pedido reservado' });
  await expect(bar).toBeVisible();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/me/open-orders', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await Promise.all([page.waitForRequest('**/api/me/open-orders'), page.reload()]);
  const title = page.getByRole('heading', { level: 1 });
  const top = (await title.boundingBox())!.y;
  answered.resolve();
  await expect(bar).toBeVisible();
  expect((await title.boundingBox())!.y).toBe(top);
  // Where the page itself shows the order, nothing is kept free.
  const [order] = await page.getByRole('link', { name: /^Seu Pix está esperando/ }).all();
  await order!.click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(page.locator('html')).not.toHaveAttribute('data-awaits');
});

test('keeps the panel in place while it loads @both', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  for (const path of PANEL_PAGES) await expectSteady(page, path);
});

test('keeps the choice in place when plans and questions of the checkout arrive @both', async ({
  page,
  request,
}) => {
  const { id } = await firstRifa(request);
  await signInAs(page, await createPerson(request));
  await expectSteady(page, `/checkout?rifa=${id}`, page.getByText('Planos com bônus'));
  await expect(page.getByRole('heading', { name: 'Sobre você' })).toBeVisible();
});

test('keeps the choice in place for a person who cannot take part @both', async ({ page, request }) => {
  const { id } = await firstRifa(request);
  await signInAs(page, 'joana@exemplo.com.br');
  await expectSteady(page, `/checkout?rifa=${id}`, page.getByText('Não é possível participar'));
});
