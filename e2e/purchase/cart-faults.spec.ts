/** The cart with invalid input: corrupt storage, excessive quantities, numbers chosen twice. */
import { expect, type Page } from '@playwright/test';
import { BIZ, type ListedRifa, rifaWith } from '../kit/rifas/demo-rifas.ts';
import { CART_KEY, cartLine, openCart, storedCart } from '../kit/payments/stored-cart.ts';
import { scriptWith } from '../kit/page/module-sizes.ts';
import { watchForErrors } from '../kit/page/page-checks.ts';
import { createBuyer, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const DRAWER = 'app/purchase/cart-drawer/cart-drawer.tsx';

const biz = ({ request }: Page) => rifaWith(request, ({ id }) => id === BIZ);

const lineOf = (rifa: ListedRifa, changes: object = {}) =>
  cartLine(rifa, { bonusQuantity: 0, maxPerOrder: 500, ...changes });

async function storeLines(page: Page, items: object[]): Promise<void> {
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [CART_KEY, storedCart(items)]);
  await page.reload();
}

test('drops corrupt lines of a stored cart and keeps the others', async ({ page }) => {
  const errors = watchForErrors(page);
  const rifa = await biz(page);
  await page.goto('/como-participar');
  await storeLines(page, [
    lineOf(rifa, { combos: [null], quantity: 5, selectedNumbers: [1, 2, 3, 4, 5] }),
    lineOf(rifa, { quantity: 0, selectedNumbers: [] }),
    { id: 7 },
  ]);
  const cart = await openCart(page);
  await expect(cart.getByRole('listitem').filter({ hasText: rifa.title })).toHaveCount(1);
  await expect(cart.getByText('NaN')).toBeHidden();
  expect(errors).toEqual([]);
});

test('shows the limit for excessive quantities in the drawer, without delay', async ({ page }) => {
  const rifa = await biz(page);
  await page.goto('/como-participar');
  await storeLines(page, [lineOf(rifa)]);
  const cart = await openCart(page);
  const quantity = cart.getByRole('textbox', { name: /^Quantidade de cotas/ });
  for (const typed of ['600', '1000000', '9999999']) {
    await quantity.fill(typed);
    await expect(cart.getByText('O máximo por pedido é 500: ficou 2.')).toBeVisible();
    await expect(quantity).toHaveValue('2');
  }
  await quantity.fill('500');
  await expect(cart.getByText('O máximo por pedido é 500')).toBeHidden();
  const stored = await page.evaluate((key) => localStorage.getItem(key)!.length, CART_KEY);
  expect(stored).toBeLessThan(5_000);
});

test('parses 3,7 as 3 and shows it, and explains the limit that a typed quantity exceeds', async ({
  page,
}) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const quantity = page.getByRole('textbox', { name: 'Quantidade de cotas' });
  await quantity.pressSequentially('8,7');
  await expect(page.getByText('Só cotas inteiras: ficou 8.')).toBeVisible();
  await quantity.blur();
  await expect(quantity).toHaveValue('8');
  await quantity.fill('');
  await quantity.pressSequentially('1001');
  await expect(page.getByText('O máximo por pedido é 1.000: ficou 100.')).toBeVisible();
  await expect(quantity).toHaveValue('100');
});

test('offers no swap when no cota is free, but removes the line', async ({ page }) => {
  const rifa = await biz(page);
  await page.route('**/taken-numbers', (route) => route.fulfill({ json: { taken: [1, 2] } }));
  const data = { rifaId: rifa.id, title: rifa.title, remaining: 0 };
  await page.route('**/api/rifas/*/numbers', (route) =>
    route.fulfill({
      status: 409,
      json: { defined: true, code: 'NOT_ENOUGH_NUMBERS', status: 409, message: '', data },
    }),
  );
  await page.goto('/como-participar');
  await storeLines(page, [lineOf(rifa)]);
  const cart = await openCart(page);
  await cart.getByRole('button', { name: 'Trocar por outros' }).click();
  await expect(cart.getByText(new RegExp(`^Nenhuma cota de “${rifa.title}” está livre agora`))).toBeVisible();
  await expect(cart.getByRole('button', { name: 'Trocar por outros' })).toBeHidden();
  await cart.getByRole('button', { name: 'Tirar do carrinho' }).click();
  await expect(cart.getByText('Seu carrinho está vazio')).toBeVisible();
});

test('explains that the cotas left for a swap are gone too', async ({ page }) => {
  const rifa = await biz(page);
  await page.route('**/taken-numbers', (route) => route.fulfill({ json: { taken: [1] } }));
  let remaining = 1;
  await page.route('**/api/rifas/*/numbers', (route) => {
    const data = { rifaId: rifa.id, title: rifa.title, remaining };
    remaining = 0;
    return route.fulfill({
      status: 409,
      json: { defined: true, code: 'NOT_ENOUGH_NUMBERS', status: 409, message: '', data },
    });
  });
  await page.goto('/como-participar');
  await storeLines(page, [lineOf(rifa)]);
  const cart = await openCart(page);
  await cart.getByRole('button', { name: 'Trocar por outros' }).click();
  await cart.getByRole('button', { name: 'Levar 2' }).click();
  await expect(cart.getByText(new RegExp(`^Nenhuma cota de “${rifa.title}” está livre agora`))).toBeVisible();
});

test('shows an error screen that clears local storage when every page fails', async ({ page }) => {
  await page.goto('/como-participar');
  const choice = await page.evaluate(() => {
    const stored = localStorage.getItem('mare.consent')!.replace('"measurement":false', '"measurement":true');
    localStorage.setItem('mare.consent', stored);
    localStorage.setItem('mare.cart', 'x');
    return stored;
  });
  await page.addInitScript(() => {
    if (localStorage.getItem('mare.cart') === null) return;
    const listen = window.addEventListener.bind(window);
    window.addEventListener = (...[type, ...more]: Parameters<typeof listen>) => {
      // The layout of every page subscribes to the cart.
      if (type === 'cartchange') throw new Error('no cart today');
      listen(type, ...more);
    };
  });
  // The page never hydrates.
  await page.evaluate(() => location.reload());
  await expect(page.getByRole('heading', { name: 'Oops! Algo deu errado' })).toBeVisible();
  await page.getByRole('button', { name: 'Limpar e recarregar' }).click();
  await expect(page.getByRole('heading', { name: 'Mais Rifas Disponíveis' })).toBeVisible();
  expect(choice).toContain('"measurement":true');
  expect(await page.evaluate(() => localStorage.getItem('mare.consent'))).toBe(choice);
});

test('responds 404 with a message for unknown rifas and draws, without scripts', async ({
  request,
  page,
}) => {
  const missing = '5e000000-0000-4000-8000-00000000dead';
  for (const [path, sentence] of [
    [`/rifa/${missing}`, 'Rifa não encontrada'],
    [`/rifa/${missing}/anonymous`, 'Rifa não encontrada'],
    [`/checkout?rifa=${missing}`, 'Rifa não encontrada'],
    ['/checkout?rifa=', 'Rifa não encontrada'],
    ['/checkout?rifa=lixo', 'Rifa não encontrada'],
    [`/resultado/${missing}`, 'Sorteio não encontrado'],
    ['/resultado/lixo', 'Sorteio não encontrado'],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toContain(`>${sentence}</h1>`);
  }
  await openAs(page, 'maria@exemplo.com.br', '/checkout?rifa=');
  await expect(page.getByRole('heading', { name: 'Rifa não encontrada' })).toBeVisible();
});

test('shows a changed price and asks for confirmation before paying', async ({ page }) => {
  const rifa = await biz(page);
  const { email } = await createBuyer(page.request);
  await openAs(page, email, '/como-participar');
  const outdated = { quantity: 10, selectedNumbers: [], rifaPriceCentavos: rifa.priceCentavos - 10 };
  await storeLines(page, [lineOf(rifa, outdated)]);
  await page.goto('/checkout');
  await expect(page.getByText(/era R\$\s4,00 e agora é R\$\s5,00/)).toBeVisible();
  const pay = page.getByRole('button', { name: 'Pagar com Pix' });
  await expect(pay).toBeDisabled();
  await page.getByRole('button', { name: 'Aceitar os novos valores' }).click();
  await expect(pay).toBeEnabled();
  await expect(page.getByText(/agora é/)).toBeHidden();
});

test('keeps the cart after a failed payment', async ({ page }) => {
  const rifa = await biz(page);
  const { email } = await createBuyer(page.request);
  await openAs(page, email, '/como-participar');
  await storeLines(page, [lineOf(rifa, { quantity: 6, selectedNumbers: [] })]);
  await page.goto('/checkout');
  await page.route('**/api/checkout/payments', (route) => route.abort());
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(page.getByText('Erro ao processar pagamento. Tente novamente.')).toBeVisible();
  const cart = await openCart(page);
  await cart.getByRole('textbox', { name: /^Quantidade de cotas/ }).fill('8');
  await cart.getByRole('button', { name: 'Fechar' }).click();
  await expect(page.getByText(/^8 ×/)).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/R\$\s4,00/)
      .first(),
  ).toBeVisible();
  await page.unroute('**/api/checkout/payments');
  const request = page.waitForRequest('**/api/checkout/payments');
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  expect(((await request).postDataJSON() as { items: { quantity: number }[] }).items[0]!.quantity).toBe(8);
  // The reason of the first attempt is gone before its time is over.
  await expect(page.getByText('Erro ao processar pagamento. Tente novamente.')).toBeHidden({
    timeout: 4_000,
  });
});

test('explains offline why the cart does not open, and opens it when online', async ({ page, context }) => {
  const drawer = await scriptWith(DRAWER);
  await page.route(drawer, (route) => route.abort());
  const sentRequest = page.waitForRequest(drawer);
  await page.goto('/como-participar');
  await sentRequest;
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Carrinho/ }).click();
  await expect(page.getByText('Sem internet: o carrinho abre assim que a conexão voltar.')).toBeVisible();
  await page.unroute(drawer);
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Carrinho' })).toBeVisible();
});

test('opens the cart offline after a page was shown', async ({ page, context }) => {
  const loaded = page.waitForResponse(await scriptWith(DRAWER));
  await page.goto('/como-participar');
  await loaded;
  await context.setOffline(true);
  await openCart(page);
});
