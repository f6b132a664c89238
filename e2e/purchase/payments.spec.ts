/** Outcomes of a payment from the buyer's view. Orders are placed through the API and paid in the sandbox. */
import { expect } from '@playwright/test';
import { BIZ, rifaWith } from '../kit/rifas/demo-rifas.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { bearerOf, createBuyer, openAs, signInAs } from '../kit/people/people.ts';
import { AMOUNT, openPix, paid, paymentIdOf, startPayment } from '../kit/payments/started-payments.ts';
import { whileClosing } from '../kit/payments/late-closing.ts';
import { endHold, expectStatus, payInBank, payLate, payTwice } from '../kit/payments/sandbox.ts';
import { cartLine } from '../kit/payments/stored-cart.ts';
import { test } from '../kit/test.ts';

test('updates the order page on payment and offers a receipt', async ({ page }) => {
  const errors = watchForErrors(page);
  const { external_reference: reference } = await startPayment(page);
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

test('refunds the second of two payments', async ({ page }) => {
  const { external_reference: reference, sandbox_init_point: hosted } = await startPayment(page);
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
  const cartsBefore = await carts();
  const consent = { measurement: true, marketing: false, textVersion: 1 };
  const rifa = await rifaWith(request, ({ id }) => id === BIZ);
  const item = cartLine(rifa, { quantity: 10, selectedNumbers: [] });
  const headers = { authorization };
  const saved = [
    await request.put('/api/me/consent', { headers, data: consent }),
    await request.put('/api/cart', { headers, data: { sessionId: `anon_${'a'.repeat(22)}`, items: [item] } }),
  ];
  for (const response of saved) expect(response.ok(), await response.text()).toBe(true);
  await expect.poll(async () => (await carts()).carts).toBeGreaterThan(cartsBefore.carts);

  const { sandbox_init_point: hosted } = await startPayment(page, email);
  await payTwice(page.request, hosted);
  await expect.poll(async () => (await carts()).recovered).toBeGreaterThan(cartsBefore.recovered);
});

test('settles an expired order when the payment arrives late', async ({ page }) => {
  const { external_reference: reference } = await startPayment(page);
  const sandbox = await openPix(page, reference);
  const paymentId = paymentIdOf(sandbox);
  await sandbox.getByRole('button', { name: 'Deixar expirar' }).click();
  await expect(page.getByText(/O prazo do pagamento terminou\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Gerar código Pix' })).toBeVisible();
  await payLate(page.request, paymentId);
  await expect(paid(page)).toBeVisible();
});

// @covers beyond: the cotas of an unpaid order go back into the cart; 'Comprar de novo'
test('shows the same Pix code again until the hold of 15 minutes ends', async ({ page }) => {
  const { external_reference: reference } = await startPayment(page);
  await (await openPix(page, reference)).close();
  const code = page.getByLabel('Pix copia e cola');
  const before = await code.inputValue();
  const countdown = page.getByRole('timer');
  await expect(countdown).toContainText(/por mais 1[45]:\d\d/);
  await page.goto('/');
  await page.goto(`/pedido/${reference}`);
  await expect(code).toHaveValue(before);

  await whileClosing(reference, async () => {
    await expect(page.getByText('O prazo da reserva terminou. Conferindo o pagamento...')).toBeVisible();
    // No code is shown: a buyer who has paid must not pay twice while the provider's confirmation is late.
    await expect(page.getByText('Se você já pagou, não pague de novo', { exact: false })).toBeVisible();
    await expect(code).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Gerar código Pix' })).toHaveCount(0);
    await expect(page.getByText('Abrir pagamento da demonstração')).toHaveCount(0);
    await expect(page.getByText('Pendente', { exact: true })).toBeVisible();
  });
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
  const { external_reference: reference } = await startPayment(page);
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
  await expectStatus(page.request, reference, 'paid');
  await expect(paid(page)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^\d{4,}$/ })).toHaveText(numbers);
});

test('refunds a payment in two steps', async ({ page }) => {
  const { external_reference: reference } = await startPayment(page);
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
  const { external_reference: reference } = await startPayment(page, email);
  await signInAs(page, email);
  const sandbox = await openPix(page, reference);
  await sandbox.getByRole('button', { name: 'Pagar', exact: true }).click();
  await page.getByRole('button', { name: 'Desistir da compra' }).click();
  await page.getByRole('button', { name: 'Desistir e receber de volta' }).click();
  const refundHeading = page.getByRole('heading', { name: 'Pedido reembolsado' });
  await expect(refundHeading).toBeFocused();
  await expect(refundHeading).toBeInViewport();
});

test('survives a closed tab and a lost network', async ({ page, context }) => {
  const { external_reference: reference } = await startPayment(page);
  await (await openPix(page, reference)).close();
  await context.setOffline(true);
  await expect(page.getByText(/^Sem conexão\./)).toBeVisible();
  await payInBank(page.request, reference);
  await context.setOffline(false);
  await page.close();
  const newTab = await context.newPage();
  await newTab.goto(`/pedido/${reference}`);
  await expect(paid(newTab)).toBeVisible();
});
