import { expect, type Page } from '@playwright/test';
import { firstRifa } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { createCoupon } from '../kit/payments/coupons.ts';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { createBuyer, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test('shows the discount of a coupon, and why a wrong one is rejected', async ({ page }) => {
  const { id } = await firstRifa(page.request);
  const code = await createCoupon(page.request, id);
  await openAs(page, 'maria@exemplo.com.br', `/checkout?rifa=${id}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByLabel('Cupom').fill('NADA');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Este cupom não existe. Confira o código.')).toBeVisible();
  await page.getByLabel('Cupom').fill('voltei20');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Este cupom é de uma oferta para outros clientes.')).toBeVisible();
  await page.getByLabel('Cupom').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText(`Cupom ${code} (20%)`)).toBeVisible();
  await expectPageChecks(page);
});

test('accepts a coupon again after its order was abandoned', async ({ page }) => {
  const { request } = page;
  const rifa = await createRifa(request);
  const code = await createCoupon(request, rifa.id);
  const { email } = await createBuyer(request);
  await openAs(page, email, `/checkout?rifa=${rifa.id}`);
  const apply = async (tab: Page) => {
    await tab.getByText('Bronze', { exact: true }).click();
    await tab.getByLabel('Cupom').fill(code);
    await tab.getByRole('button', { name: 'Aplicar' }).click();
  };
  await apply(page);
  await page.getByRole('button', { name: 'Pagar com PIX' }).click();
  await expect(page).toHaveURL(/\/pedido\//);
  const otherTab = await page.context().newPage();
  await openAs(otherTab, email, `/checkout?rifa=${rifa.id}`);
  await apply(otherTab);
  await expect(otherTab.getByText(/^Você já usou este cupom/)).toBeVisible();

  await page.getByRole('button', { name: 'Desistir do pedido' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desistir do pedido' }).click();
  await expect(page.getByText('Pedido cancelado').first()).toBeVisible();
  await expect(async () => {
    await otherTab.getByRole('button', { name: 'Aplicar' }).click();
    await expect(otherTab.getByText(`Cupom ${code} (20%)`)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await otherTab.close();
});

test('shows the coupon’s discount on the order, and keeps it when the order is changed', async ({ page }) => {
  const { request } = page;
  const rifa = await createRifa(request);
  const code = await createCoupon(request, rifa.id);
  const { email } = await createBuyer(request);
  await openAs(page, email, `/rifa/${rifa.id}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  await page.getByLabel('Cupom').fill(code);
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(page.getByText(`Cupom ${code}, já descontado`)).toBeVisible();
  await page.getByRole('button', { name: 'Mudar o pedido' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mudar o pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Finalizar Compra' })).toBeVisible();
  await expect(page.getByText(`Cupom ${code} (20%)`)).toBeVisible();
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(page.getByText(`Cupom ${code}, já descontado`)).toBeVisible();
});
