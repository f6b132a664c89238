import { type BrowserContext, expect, type Page } from '@playwright/test';
import { BIZ, type ListedRifa, rifaWith } from '../kit/rifas/demo-rifas.ts';
import { CART_KEY, cartLine, openCart, storedCart } from '../kit/payments/stored-cart.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createBuyer, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** A rifa with thousands of numbers sold and thousands free. */
const halfSoldRifa = ({ request }: Page) =>
  rifaWith(
    request,
    ({ soldNumbers, totalNumbers }) => soldNumbers > 2_000 && totalNumbers - soldNumbers > 2_000,
  );

const cartWith = (rifa: ListedRifa, selectedNumbers: number[], createdDaysAgo = 0) =>
  storedCart([cartLine(rifa, { quantity: selectedNumbers.length, selectedNumbers })], createdDaysAgo);

/** Stores a cart before any page runs, unless there is one. */
async function storeCart(context: BrowserContext, text: string): Promise<void> {
  await context.addInitScript(
    ([key, value]) => {
      // about:blank has no storage.
      if (location.protocol !== 'about:' && localStorage.getItem(key!) === null)
        localStorage.setItem(key!, value!);
    },
    [CART_KEY, text],
  );
}

test('reports numbers sold to others and swaps them on request @both', async ({ page, context }) => {
  const errors = watchForErrors(page);
  const rifa = await halfSoldRifa(page);
  const candidates = Array.from({ length: 200 }, (_, index) => index + 1);
  const response = await page.request.post(`/api/rifas/${rifa.id}/taken-numbers`, {
    data: { numbers: candidates },
  });
  const { taken } = (await response.json()) as { taken: number[] };
  const [free, ...others] = candidates.filter((number) => !taken.includes(number)).slice(0, 4) as [number];
  // Enough numbers for the minimum order of every demo rifa.
  const numbers = [taken[0]!, taken[1]!, free, ...others].sort((a, b) => a - b);
  await storeCart(context, cartWith(rifa, numbers));

  await page.goto('/');
  const cart = await openCart(page);
  await expect(cart.getByText('2 dos seus números já foram vendidos a outras pessoas.')).toBeVisible();
  await expectPageChecks(page);
  await cart.getByRole('button', { name: 'Trocar por outros' }).click();
  await expect(cart.getByText('já foram vendidos')).toBeHidden();
  await expect(cart.getByText(new RegExp(`^0*${free}$`))).toBeVisible();
  expect(errors).toEqual([]);
});

test('moves the focus to the header’s cart button, or to the next page, when the drawer closes', async ({
  page,
}) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  const cart = page.getByRole('dialog', { name: 'Carrinho' });
  await expect(cart.getByRole('button', { name: 'Fechar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cart).toBeHidden();
  const cartButton = page.getByRole('button', { name: /^Carrinho/ });
  await expect(cartButton).toBeFocused();
  const toCheckout = cart.getByRole('button', { name: 'Continuar para Checkout' });
  const heading = page.getByRole('heading', { name: 'Que bom ver você!' });
  // From the drawer that the header opened, and from the one that names what was added.
  await page.keyboard.press('Enter');
  await toCheckout.press('Enter');
  await expect(heading).toBeFocused();
  await page.goBack();
  await page.getByText('Bronze', { exact: true }).click();
  const add = page.getByRole('button', { name: 'Adicionar ao Carrinho' });
  await expect(add).toBeEnabled();
  await add.press('Enter');
  await toCheckout.press('Enter');
  await expect(heading).toBeFocused();
  await expect(cart).toBeHidden();
  await expect(heading).toBeFocused();
});

// @covers storefront 1: prices in reais, as written in Brazil; the fee is 'Grátis'
// @covers storefront 2: cart: 'Seu carrinho está vazio', 'Explore nossas rifas e adicione suas favoritas!',
//   'Limpar Carrinho', 'Grátis' [web/app/purchase/cart-drawer/cart-drawer.tsx]
// @covers storefront 5: cart quantity never below 1 [web/app/purchase/cart-drawer/cart-drawer.tsx]
test('changes quantities, removes lines and clears the cart', async ({ page, context }) => {
  const rifa = await halfSoldRifa(page);
  await storeCart(context, cartWith(rifa, [1, 2, 3, 4, 5, 6, 7]));
  await page.goto('/');
  const cart = await openCart(page);
  await cart.getByRole('button', { name: '+2 mais' }).click();
  await expect(cart.getByText(/^0*[1-7]$/)).toHaveCount(7);
  await expect(cart.getByText('Grátis')).toBeVisible();
  const quantity = cart.getByRole('textbox', { name: /^Quantidade de cotas/ });
  await quantity.fill('1');
  await expect(cart.getByRole('button', { name: 'Diminuir' })).toBeDisabled();
  await cart.getByRole('button', { name: 'Aumentar' }).click();
  await expect(quantity).toHaveValue('2');
  await cart.getByRole('button', { name: 'Limpar Carrinho' }).click();
  await expect(cart.getByText('Seu carrinho está vazio')).toBeVisible();
  await expect(cart.getByText('Explore nossas rifas e adicione suas favoritas!')).toBeVisible();
  await expectAccessible(page);
});

test('shows the latest line first', async ({ page, context }) => {
  await storeCart(context, cartWith(await halfSoldRifa(page), [1, 2]));
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const add = page.getByRole('button', { name: 'Adicionar ao Carrinho' });
  await page.getByRole('textbox', { name: 'Quantidade de cotas' }).fill('20');
  await expect(add).toBeEnabled();
  await add.click();
  const titles = page.getByRole('dialog', { name: 'Carrinho' }).getByRole('heading', { level: 3 });
  await expect(titles).toHaveCount(2);
  await expect(titles.first()).toHaveText(/Honda Biz/);
});

// @covers storefront 4: cart session: created, reused, replaced when expired or unreadable; 30 days; other tabs
//   [web/app/cart/cart-store.ts]
test('drops a cart older than 30 days and replaces an unreadable one', async ({ page }) => {
  const rifa = await halfSoldRifa(page);
  await page.goto('/como-participar');
  for (const text of [cartWith(rifa, [1, 2], 31), '{"sessionId":', '{"items":7}']) {
    await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [CART_KEY, text]);
    await page.reload();
    const cart = await openCart(page);
    await expect(cart.getByText('Seu carrinho está vazio')).toBeVisible();
    if (text.includes('expiresAt'))
      expect(await page.evaluate((key) => localStorage.getItem(key), CART_KEY)).toBeNull();
  }
});

// @covers beyond: the checkout shows what cannot be bought before paying; 'Rever o carrinho'
//   [web/app/purchase/checkout/cart-summary.tsx]
test('shows at checkout what cannot be bought, with a link to the cart @both', async ({ page, context }) => {
  const { email } = await createBuyer(page.request);
  const rifa = await rifaWith(page.request, ({ id }) => id === BIZ);
  await storeCart(context, cartWith(rifa, [1, 2]));
  await openAs(page, email, '/checkout');
  const rejection = page.getByRole('main').getByText('cada pedido leva de 5 a 1.000 cotas.');
  await expect(rejection).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Rever o carrinho' }).click();
  const cart = page.getByRole('dialog', { name: 'Carrinho' });
  await cart.getByRole('textbox', { name: /^Quantidade de cotas/ }).fill('5');
  await cart.getByRole('button', { name: 'Fechar' }).click();
  await expect(rejection).toBeHidden();
});

// @covers storefront 5: an own quantity: too much is ignored, an emptied box clears the choice; adding is
//   disabled without one [web/app/ui/form/quantity-stepper.tsx, web/app/purchase/choose/add-to-cart-panel.tsx]
test('ignores a manual quantity that is too large; an empty one clears the choice', async ({ page }) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const quantity = page.getByRole('textbox', { name: 'Quantidade de cotas' });
  const add = page.getByRole('button', { name: 'Adicionar ao Carrinho' });
  await expect(add).toBeDisabled();
  await quantity.fill('20');
  await expect(page.getByText('Total · 20 cotas')).toBeVisible();
  await expect(add).toBeEnabled();
  // Between the choice and its numbers, Tab still reaches the button.
  const numbers = Promise.withResolvers<void>();
  await page.route('**/api/rifas/*/numbers', async (route) => {
    await numbers.promise;
    await route.continue();
  });
  await page.getByRole('radio', { name: /Bronze/ }).press('Space');
  await add.focus();
  await expect(add).toBeFocused();
  numbers.resolve();
  await expect(page.getByText('Total · 6 cotas')).toBeVisible();
  await expect(add).toBeFocused();
  await quantity.fill('20');
  await quantity.fill('5000000');
  await expect(quantity).toHaveValue('20');
  await quantity.fill('');
  await expect(add).toBeDisabled();
});

test('synchronizes the cart between tabs', async ({ page, context }) => {
  const rifa = await halfSoldRifa(page);
  await page.goto(`/rifa/${rifa.id}/anonymous`);
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await expect(otherTab.getByRole('button', { name: 'Carrinho, 5 itens' })).toBeVisible();
  await page.getByRole('button', { name: 'Limpar Carrinho' }).click();
  await expect(otherTab.getByRole('button', { name: 'Carrinho', exact: true })).toBeVisible();
});

// @covers storefront 4: cart copied to the server while online [web/app/cart/cart-store.ts]
test('adds what is chosen at a press that comes before its numbers @both', async ({ page }) => {
  const rifa = await halfSoldRifa(page);
  const draws = Promise.withResolvers<void>();
  await page.route(`**/api/rifas/${rifa.id}/*numbers`, async (route) => {
    await draws.promise;
    await route.continue();
  });
  await page.goto(`/rifa/${rifa.id}/anonymous`);
  const add = page.getByRole('button', { name: /^Adicionar ao Carrinho|^Adicionando/ });
  await page.getByText('Bronze', { exact: true }).click();
  await add.click();
  // Another choice takes the press back.
  await page.getByText('Prata', { exact: true }).click();
  await expect(add).toHaveText('Adicionar ao Carrinho');
  await add.click();
  await expect(add).toHaveText('Adicionando...');
  draws.resolve();
  await expect(page.getByText('12 números adicionados com sucesso.')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Remover/ })).toHaveCount(1);
});

test('draws numbers offline and syncs the cart when online again', async ({ page, context }) => {
  const rifa = await halfSoldRifa(page);
  await page.goto(`/rifa/${rifa.id}/anonymous`);
  const cart = await openCart(page);
  await cart.getByRole('button', { name: 'Fechar' }).click();
  // The toast region loads when the page is idle, the number picker with the first choice.
  await expect(page.getByRole('region', { name: 'Avisos' })).toBeAttached();
  await page.getByText('Bronze', { exact: true }).click();
  await expect(page.getByText('Seus números da sorte')).toBeVisible();
  await context.setOffline(true);
  await page.getByText('Prata', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await expect(page.getByText('12 números adicionados com sucesso.')).toBeVisible();
  await expect(cart.getByText('+7 mais')).toBeVisible();
  await expect(
    cart.getByText('O bônus é do plano: se você mudar a quantidade, perde o bônus.'),
  ).toBeVisible();
  const synced = page.waitForResponse(
    (response) => response.url().endsWith('/api/cart') && response.request().method() === 'PUT',
  );
  await context.setOffline(false);
  expect((await synced).ok()).toBe(true);
});
