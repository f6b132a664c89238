/** Requests without a response, as on a phone that has lost its network: the page reports them and retries. */
import { expect, type Page } from '@playwright/test';
import { CART_KEY, cartLine, storedCart } from '../../kit/payments/stored-cart.ts';
import { createBuyer, openAs } from '../../kit/people/people.ts';
import { BIZ, rifaWith } from '../../kit/rifas/demo-rifas.ts';
import { test } from '../../kit/test.ts';

/** Never responds to requests of this path. @returns lets later requests through */
async function withholdResponses(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, () => undefined);
  return () => page.unroute(path);
}

/** Advances the clock past the timeouts of requests until the expectation holds. */
async function passTime(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expectation();
  }).toPass();
}

test('offers to retry a section whose request gets no response', async ({ page }) => {
  await page.clock.install();
  const recover = await withholdResponses(page, '**/api/me/open-orders');
  const { email } = await createBuyer(page.request);
  await openAs(page, email, '/checkout');
  const main = page.getByRole('main');
  const failed = main.getByRole('heading', { name: 'Não foi possível carregar seus pedidos.' });
  await passTime(page, () => expect(failed).toBeVisible({ timeout: 100 }));
  await main.getByRole('button', { name: 'Tentar Novamente' }).focus();
  await recover();
  // The section may have retried already.
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { name: 'Carrinho vazio' })).toBeVisible();
});

test('offers to retry the plans of a rifa whose request gets no response', async ({ page }) => {
  await page.clock.install();
  const recover = await withholdResponses(page, '**/api/purchase-tiers');
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  const main = page.getByRole('main');
  const failed = main.getByText('Não foi possível carregar os planos com bônus.');
  await passTime(page, () => expect(failed).toBeVisible({ timeout: 100 }));
  await main.getByRole('button', { name: 'Tentar Novamente' }).focus();
  await recover();
  // The section may have retried already.
  await page.keyboard.press('Enter');
  await expect(main.getByText('Bronze', { exact: true })).toBeVisible();
});

test('reports a lost connection when the price of a cart gets no response', async ({ page }) => {
  await page.clock.install();
  const { email } = await createBuyer(page.request);
  await openAs(page, email, '/como-participar');
  const rifa = await rifaWith(page.request, ({ id }) => id === BIZ);
  const line = cartLine(rifa, { quantity: 6, selectedNumbers: [] });
  await page.evaluate(([key, cart]) => localStorage.setItem(key!, cart!), [CART_KEY, storedCart([line])]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Carrinho, 6 itens' })).toBeVisible();
  const recover = await withholdResponses(page, '**/api/checkout/quotes');
  await page.goto('/checkout');
  const noConnection = page.getByText(/^Sem conexão para conferir os valores/).first();
  await passTime(page, () => expect(noConnection).toBeVisible({ timeout: 100 }));
  await recover();
  const pay = page.getByRole('button', { name: 'Pagar com Pix' });
  await passTime(page, () => expect(pay).toBeEnabled({ timeout: 100 }));
});

// @covers beyond: a payment without an answer asks again with the same key, and is not called failed
//   [web/app/session/fetch-in-time.ts, web/app/purchase/place-order/request-payment.ts]
test('repeats the request of an order whose response was lost', async ({ page }) => {
  await page.clock.install();
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  await page.getByText('Bronze', { exact: true }).click();
  const orderCreated = Promise.withResolvers<string>();
  // The server creates the order, but its response never arrives.
  await page.route(
    '**/api/checkout/payments',
    async (route) => {
      const response = await route.fetch();
      orderCreated.resolve(((await response.json()) as { external_reference: string }).external_reference);
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Pagar com PIX' }).click();
  const reference = await orderCreated.promise;
  await expect(page.getByText('Não foi possível processar o pedido.')).toHaveCount(0);
  await passTime(page, () => expect(page).toHaveURL(`/pedido/${reference}`, { timeout: 100 }));
});

test('does not report an order without a response as failed', async ({ page }) => {
  await page.clock.install();
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  await page.getByText('Bronze', { exact: true }).click();
  const recover = await withholdResponses(page, '**/api/checkout/payments');
  const pay = page.getByRole('button', { name: 'Pagar com PIX' });
  await pay.click();
  const unknownOutcome = page.getByText('A resposta do pedido não chegou.');
  await passTime(page, () => expect(unknownOutcome).toBeVisible({ timeout: 100 }));
  await expect(page.getByText('Não foi possível processar o pedido.')).toHaveCount(0);
  await recover();
  await pay.click();
  await passTime(page, () => expect(page).toHaveURL(/\/pedido\//, { timeout: 100 }));
});
