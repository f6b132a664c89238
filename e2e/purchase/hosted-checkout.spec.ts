/** Result screens: where the provider's hosted checkout returns its buyer. */
import { expect } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { expectAccessible } from '../kit/page/page-checks.ts';
import { paid, startPayment } from '../kit/payments/started-payments.ts';
import { createBuyer, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers storefront 2: 'Pagamento Rejeitado', 'Tentar Novamente', possible reasons, the message of the error
test('accepts a second payment after a rejected one', async ({ page }) => {
  const { external_reference: reference, sandbox_init_point: hosted } = await startPayment(page);
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

test('keeps the reserved cotas on a retry before the order has loaded', async ({ page }) => {
  const { external_reference: reference } = await startPayment(page);
  await page.route('**/api/orders/**', () => undefined);
  await page.goto(`/checkout/falha?external_reference=${reference}`);
  await expect(page.getByRole('link', { name: 'Tentar Novamente' })).toHaveAttribute(
    'href',
    `/pedido/${reference}`,
  );
});

test('trusts no result in the return URL', async ({ page }) => {
  const { external_reference: reference } = await startPayment(page);
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
  const { external_reference: reference, sandbox_init_point: hosted } = await startPayment(page);
  await page.goto(hosted);
  await page.getByRole('link', { name: 'Voltar à loja' }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento Pendente' })).toBeVisible();
  await expect(page).not.toHaveURL(/payment_id/);
  await expect(page.getByRole('link', { name: 'Abrir pagamento' })).toHaveAttribute('href', hosted);

  const providerPage = await context.newPage();
  await providerPage.goto(hosted);
  await providerPage.getByRole('button', { name: 'Gerar Pix' }).click();
  await providerPage.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento Aprovado!' })).toBeVisible();
  await providerPage.close();
  await expect(page).toHaveURL(new RegExp(`/checkout/sucesso\\?external_reference=${reference}`));
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
