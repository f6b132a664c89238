/** Outcomes of a payment as its buyer sees them. Orders come from the API, money from the sandbox. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { BIZ, rifaWith } from '../kit/rifas/demo-rifas.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { bearerOf, createBuyer, openAs, signInAs } from '../kit/people/people.ts';
import { placeOrder as orderCotas } from '../kit/payments/purchases.ts';
import { endHold, payByPix, payInBank, payLate, payTwice } from '../kit/payments/sandbox.ts';
import { cartLine } from '../kit/payments/stored-cart.ts';
import { test } from '../kit/test.ts';

interface StartedPayment {
  external_reference: string;
  sandbox_init_point: string;
}

/** Price of ten cotas. */
const AMOUNT = /R\$\s5,00/;

/** Orders ten cotas, as a new buyer by default, without putting the buyer's session into the page. */
async function placeOrder(page: Page, buyer?: string): Promise<StartedPayment> {
  const email = buyer ?? (await createBuyer(page.request)).email;
  const response = await page.request.post('/api/checkout/payments', {
    headers: { ...(await bearerOf(page.request, email)), 'idempotency-key': randomUUID() },
    data: {
      items: [{ title: 'Biz', quantity: 10, price: 0.5, selected_numbers: [], rifaId: BIZ }],
      customerInfo: { name: 'Maria Silva', email },
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as StartedPayment;
}

/** Opens the order page with its Pix code. @returns the sandbox's page of the payment */
async function openPix(page: Page, reference: string): Promise<Page> {
  await page.goto(`/pedido/${reference}`);
  await page.getByRole('button', { name: 'Gerar código Pix' }).press('Enter');
  await expect(page.getByRole('heading', { name: /^Pague .* por Pix/ })).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  return opened;
}

const paid = (page: Page) => page.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' });
const paymentIdOf = (sandbox: Page) => /\/payments\/(\d+)\//.exec(sandbox.url())![1]!;

test('updates the order page on payment and offers a receipt', async ({ page }) => {
  const errors = watchForErrors(page);
  const { external_reference: reference } = await placeOrder(page);
  const sandbox = await openPix(page, reference);
  const paymentId = paymentIdOf(sandbox);
  let loadedAgain = false;
  page.on('framenavigated', () => (loadedAgain = true));
  await sandbox.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(paid(page)).toBeVisible();
  expect(loadedAgain).toBe(false);

  const receipt = page.getByRole('region', { name: 'Recibo' });
  await expect(receipt.getByText('Maria S.')).toBeVisible();
  await expect(receipt.getByText(AMOUNT)).toBeVisible();
  await expect(receipt.getByText(paymentId)).toBeVisible();
  await expectPageChecks(page);
  await page.emulateMedia({ media: 'print' });
  await expect(receipt.getByText('Honda Biz 125 zero km: 10 cotas')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  expect(errors).toEqual([]);
});

// @covers beyond: the receipt of the largest order is one sheet of paper
//   [web/app/orders/receipt-view.tsx]
test('prints the receipt of a thousand cotas on one sheet', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  const { authorization } = await bearerOf(page.request, email);
  const line = { rifaId: BIZ, quantity: 1_000, price: 0.5 };
  const reference = await orderCotas(page, { authorization, email, ...line });
  await payByPix(page.request, reference);
  await page.goto(`/pedido/${reference}`);
  await expect(page.getByRole('button', { name: 'Imprimir recibo' })).toBeVisible();
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
  const paper = (await page.pdf({ format: 'A4', margin })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

// @covers storefront 2: 'Pagamento Rejeitado', 'Tentar Novamente', possible reasons, the message of the error
test('accepts a second payment after a rejected one', async ({ page }) => {
  const { external_reference: reference, sandbox_init_point: hosted } = await placeOrder(page);
  await page.goto(hosted);
  await page.getByRole('button', { name: 'Gerar Pix' }).click();
  await page.getByRole('button', { name: 'Recusar' }).click();

  await expect(page.getByRole('heading', { name: 'Pagamento Rejeitado' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/checkout/falha\\?.*external_reference=${reference}`));
  await expect(
    page.getByText('O banco recusou o pagamento. Tente novamente ou use outra conta.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Tentar Novamente' }).click();

  await expect(page.getByText(/O banco recusou o pagamento.*Suas cotas continuam reservadas/)).toBeVisible();
  await page.getByRole('button', { name: 'Gerar código Pix' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(paid(page)).toBeVisible();
});

test('keeps the reserved cotas on a retry before the order was read', async ({ page }) => {
  const { external_reference: reference } = await placeOrder(page);
  await page.route('**/api/orders/**', () => undefined);
  await page.goto(`/checkout/falha?external_reference=${reference}`);
  await expect(page.getByRole('link', { name: 'Tentar Novamente' })).toHaveAttribute(
    'href',
    `/pedido/${reference}`,
  );
});

test('refunds the second of two payments', async ({ page }) => {
  const { external_reference: reference, sandbox_init_point: hosted } = await placeOrder(page);
  await payTwice(page.request, hosted);
  await page.goto(`/pedido/${reference}`);
  await expect(paid(page)).toBeVisible();

  await signInAs(page, 'admin@exemplo.com.br');
  await expect(async () => {
    await page.goto(`/admin/pagamentos?pedido=${reference}`);
    await expect(page.getByText(/feito \(segundo pagamento\)/)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByText(/aprovado \(pagou o pedido\)/)).toBeVisible();
  await expectPageChecks(page);
});

// @covers storefront 4: abandoned carts: recorded, recovered
test('counts an abandoned cart as recovered after its buyer paid', async ({ page }) => {
  const { request } = page;
  const { email, authorization } = await createBuyer(request);
  const carts = async () => {
    const headers = await bearerOf(request, 'admin@exemplo.com.br');
    const response = await request.get('/api/admin/abandoned-carts', { headers });
    return (await response.json()) as { carts: number; recovered: number };
  };
  const before = await carts();
  const consent = { measurement: true, marketing: false, textVersion: 1 };
  const rifa = await rifaWith(request, ({ id }) => id === BIZ);
  const item = cartLine(rifa, { quantity: 10, selectedNumbers: [] });
  const headers = { authorization };
  const saved = [
    await request.put('/api/me/consent', { headers, data: consent }),
    await request.put('/api/cart', { headers, data: { sessionId: `anon_${'a'.repeat(22)}`, items: [item] } }),
  ];
  for (const response of saved) expect(response.ok(), await response.text()).toBe(true);
  await expect.poll(async () => (await carts()).carts).toBeGreaterThan(before.carts);

  const { sandbox_init_point: hosted } = await placeOrder(page, email);
  await payTwice(page.request, hosted);
  await expect.poll(async () => (await carts()).recovered).toBeGreaterThan(before.recovered);
});

test('trusts no result in the return URL', async ({ page }) => {
  const { external_reference: reference } = await placeOrder(page);
  await page.goto(`/checkout/sucesso?payment_id=1&external_reference=${reference}`);
  await expect(page.getByRole('heading', { name: 'Pagamento Pendente' })).toBeVisible();
  await page.goto('/checkout/sucesso?payment_id=1&external_reference=nada');
  await expect(page.getByRole('heading', { name: 'Confirmando o pagamento' })).toBeVisible();
  await page.goto(`/checkout/pendente?payment_id=null&status=null&external_reference=${reference}`);
  await expect(page.getByRole('heading', { name: 'Pagamento Pendente' })).toBeVisible();
  await expect(page.getByRole('main').getByText('null')).toHaveCount(0);
  await page.goto(`/checkout/falha?error_message=${encodeURIComponent('<b>Ligue já</b>')}`);
  await expect(page.getByText('O pagamento não foi concluído. Nada foi cobrado.')).toBeVisible();
  await expect(page.getByText('Ligue já')).toHaveCount(0);
  await expectAccessible(page);
});

// @covers storefront 2: 'Pagamento Aprovado!' [web/app/purchase/result/approved-page.tsx]
test('leaves the pending screen when the payment arrives', async ({ page, context }) => {
  const { external_reference: reference, sandbox_init_point: hosted } = await placeOrder(page);
  await page.goto(hosted);
  await page.getByRole('link', { name: 'Voltar à loja' }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento Pendente' })).toBeVisible();
  await expect(page).not.toHaveURL(/payment_id/);
  await expect(page.getByRole('link', { name: 'Abrir pagamento' })).toHaveAttribute('href', hosted);

  const later = await context.newPage();
  await later.goto(hosted);
  await later.getByRole('button', { name: 'Gerar Pix' }).click();
  await later.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento Aprovado!' })).toBeVisible();
  await later.close();
  await expect(page).toHaveURL(new RegExp(`/checkout/sucesso\\?external_reference=${reference}`));
});

test('pays an expired order when the money arrives late', async ({ page }) => {
  const { external_reference: reference } = await placeOrder(page);
  const sandbox = await openPix(page, reference);
  const paymentId = paymentIdOf(sandbox);
  await sandbox.getByRole('button', { name: 'Deixar expirar' }).click();
  await expect(page.getByText(/O prazo do pagamento terminou\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Gerar código Pix' })).toBeVisible();
  await payLate(page.request, paymentId);
  await expect(paid(page)).toBeVisible();
});

// @covers beyond: the cotas of an unpaid order go back into the cart; 'Comprar de novo'
test('shows the same Pix code again until the hold ends after 15 minutes', async ({ page }) => {
  await page.clock.install();
  const { external_reference: reference } = await placeOrder(page);
  await (await openPix(page, reference)).close();
  const code = page.getByLabel('Pix copia e cola');
  const before = await code.inputValue();
  const countdown = page.getByRole('timer');
  await expect(countdown).toContainText(/por mais 1[45]:\d\d/);
  await page.goto('/');
  await page.goto(`/pedido/${reference}`);
  await expect(code).toHaveValue(before);

  await page.clock.fastForward('15:01');
  await expect(page.getByText('O prazo da reserva terminou. Conferindo o pagamento...')).toBeVisible();
  // Nothing to pay with: a buyer who has paid must not pay twice while the provider is slow to say so.
  await expect(page.getByText('Se você já pagou, não pague de novo', { exact: false })).toBeVisible();
  await expect(code).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Gerar código Pix' })).toHaveCount(0);
  await expect(page.getByText('Abrir pagamento da demonstração')).toHaveCount(0);
  await expect(page.getByText('Pendente', { exact: true })).toBeVisible();
  await endHold(page.request, reference);
  await expect(page.getByRole('heading', { name: 'A reserva terminou' })).toBeVisible();
  await expect(page.getByText('Cancelado', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Escolher outras cotas' })).toBeVisible();
  await expect(code).toHaveCount(0);
  await expectPageChecks(page);

  // The choice is back in the cart.
  await page.getByRole('button', { name: 'Comprar de novo' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole('button', { name: 'Carrinho, 10 itens' })).toBeVisible();
});

test('assigns the same numbers to a late payment while they are free', async ({ page }) => {
  const { external_reference: reference } = await placeOrder(page);
  const sandbox = await openPix(page, reference);
  const paymentId = paymentIdOf(sandbox);
  await sandbox.close();
  const numbers = await page
    .getByRole('listitem')
    .filter({ hasText: /^\d{4,}$/ })
    .allInnerTexts();
  expect(numbers).toHaveLength(10);
  await endHold(page.request, reference);
  await expect(page.getByRole('heading', { name: 'A reserva terminou' })).toBeVisible();
  await payLate(page.request, paymentId);
  await expect(paid(page)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^\d{4,}$/ })).toHaveText(numbers);
});

test('refunds a payment in two steps', async ({ page }) => {
  const { external_reference: reference } = await placeOrder(page);
  const sandbox = await openPix(page, reference);
  await sandbox.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(paid(page)).toBeVisible();
  await openAs(page, 'admin@exemplo.com.br', `/admin/pagamentos?pedido=${reference}`);
  await page.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Pedido da compradora');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: new RegExp(`Devolver ${AMOUNT.source}`) }).click();
  await expect(page.getByText(/Reembolso pedido, por .+: Pedido da compradora/)).toBeVisible();
  await page.goto(`/pedido/${reference}`);
  await expect(page.getByRole('heading', { name: 'Pedido reembolsado' })).toBeVisible();
});

test('refunds a withdrawn order', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  const { external_reference: reference } = await placeOrder(page, email);
  await signInAs(page, email);
  const sandbox = await openPix(page, reference);
  await sandbox.getByRole('button', { name: 'Pagar', exact: true }).click();
  await page.getByRole('button', { name: 'Desistir da compra' }).click();
  await page.getByRole('button', { name: 'Desistir e receber de volta' }).click();
  const news = page.getByRole('heading', { name: 'Pedido reembolsado' });
  await expect(news).toBeFocused();
  await expect(news).toBeInViewport();
});

test('survives a closed tab and a lost network', async ({ page, context }) => {
  const { external_reference: reference } = await placeOrder(page);
  await (await openPix(page, reference)).close();
  await context.setOffline(true);
  await expect(page.getByText(/^Sem conexão\./)).toBeVisible();
  await payInBank(page.request, reference);
  await context.setOffline(false);
  await page.close();
  const again = await context.newPage();
  await again.goto(`/pedido/${reference}`);
  await expect(paid(again)).toBeVisible();
});

test('shows the payment link when the browser blocks the new tab', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page
    .getByRole('dialog', { name: 'Carrinho' })
    .getByRole('button', { name: 'Finalizar Compra' })
    .click();
  await page.getByRole('button', { name: 'Pagar no MercadoPago' }).click();
  await expect(page).toHaveURL(/\/checkout\/pendente/);
  await expect(page.getByRole('link', { name: 'Abrir pagamento' })).toBeVisible();
});
