/** Migration of an anonymous cart at sign-in. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { createBuyer, openAs, signIn, signOut } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

interface StoredCart {
  sessionId: string;
  userId?: string;
  items: { selectedNumbers: number[] }[];
}

const storedCart = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('mare.cart') ?? 'null') as StoredCart | null);

async function fillCart(page: Page): Promise<StoredCart> {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const synced = page.waitForResponse((response) => response.url().endsWith('/api/cart') && response.ok());
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await synced;
  return (await storedCart(page))!;
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/auth?voltar=/checkout');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByLabel('Nome completo').fill('Rita Lima');
  await page.getByRole('main').getByLabel('E-mail').fill(`rita.${randomUUID()}@exemplo.com.br`);
  await page.getByLabel('Senha', { exact: true }).fill('segredo123');
  await page.getByLabel('Confirmar senha').fill('segredo123');
  await page.getByRole('button', { name: 'Criar conta', exact: true }).click();
}

// @covers storefront 4: cart migrated at sign-in, once; kept when that fails [web/app/cart/use-cart-migration.ts]
test('migrates the cart at sign-in and shows it at checkout', async ({ page }) => {
  const before = await fillCart(page);
  const response = page.waitForResponse('**/api/cart/migration');
  await signUp(page);
  expect(await (await response).json()).toEqual({
    migratedItems: 1,
    message: 'Carrinho migrado com sucesso',
  });
  await expect.poll(async () => (await storedCart(page))?.userId).toBeTruthy();
  const after = (await storedCart(page))!;
  expect(after.sessionId).not.toBe(before.sessionId);
  expect(after.items.map((item) => item.selectedNumbers)).toEqual(
    before.items.map((item) => item.selectedNumbers),
  );
  await expect(page.getByRole('heading', { name: 'Finalizar Compra' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Honda Biz 125 zero km', { exact: true })).toBeVisible();
});

// A tab may repeat the request before it sees the other's result: the server migrates once.
test('migrates once from two tabs', async ({ page, context }) => {
  const before = await fillCart(page);
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await signUp(page);
  await expect(page.getByRole('heading', { name: 'Finalizar Compra' })).toBeVisible();
  await expect(otherTab.getByRole('button', { name: 'Minha Conta' })).toBeVisible();
  await expect.poll(async () => (await storedCart(otherTab))?.userId).toBeTruthy();
  await otherTab.reload();
  await expect(otherTab.getByRole('button', { name: 'Carrinho, 5 itens' })).toBeVisible();
  expect((await storedCart(otherTab))?.items.map((item) => item.selectedNumbers)).toEqual(
    before.items.map((item) => item.selectedNumbers),
  );
});

test('keeps the cart when migration fails, and retries on the next page load', async ({ page }) => {
  const before = await fillCart(page);
  await page.route('**/api/cart/migration', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/cart/migration'));
  await signUp(page);
  await failed;
  await expect(page.getByRole('heading', { name: 'Finalizar Compra' })).toBeVisible();
  expect((await storedCart(page))?.sessionId).toBe(before.sessionId);
  expect((await storedCart(page))?.items).toHaveLength(1);
  await page.unroute('**/api/cart/migration');
  await page.reload();
  await expect.poll(async () => (await storedCart(page))?.userId).toBeTruthy();
});

test('follows the person to another device, and stays with the account at sign-out', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await createBuyer(page.request);
  await signIn(page, email, '/dashboard', 'segredo123');
  await fillCart(page);
  const device = await browser.newContext({ baseURL });
  const devicePage = await device.newPage();
  await openAs(devicePage, email, '/checkout');
  await expect(devicePage.getByRole('button', { name: 'Carrinho, 5 itens' })).toBeVisible();
  await expect(devicePage.getByRole('heading', { name: 'Finalizar Compra' })).toBeVisible();
  await expect(
    devicePage.getByRole('main').getByText('Honda Biz 125 zero km', { exact: true }),
  ).toBeVisible();
  await device.close();

  await page.getByRole('dialog', { name: 'Carrinho' }).getByRole('button', { name: 'Fechar' }).click();
  await signOut(page);
  await expect(page.getByRole('button', { name: 'Carrinho', exact: true })).toBeVisible();
  expect((await storedCart(page))?.items).toEqual([]);
  await signIn(page, email, '/dashboard', 'segredo123');
  await expect(page.getByRole('button', { name: 'Carrinho, 5 itens' })).toBeVisible();
});
