/** A purchase from the first visit to the paid order, with every screen checked. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { newCpf } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers storefront 2: cart of a visitor: 'Continuar para Checkout', 'Você fará login ou criará sua conta no
//   próximo passo' [web/app/purchase/cart-drawer/cart-drawer.tsx]
// @covers storefront 2: checkout: form, summary, and the button beside the total; 'Carrinho vazio',
//   'Processando...'
// @covers storefront 4: checkout: 'Processando...', new tab, then /checkout/pendente
//   [web/app/purchase/checkout/checkout-page.tsx]
// @covers storefront 8: 'Adicionado ao carrinho!', 'números adicionados com sucesso.', said in the cart that
//   opens, above its lines [web/app/purchase/cart-drawer/cart-drawer.tsx, web/app/rifas/detail/rifa-page.tsx]
test('sells six cotas on plan Bronze to a new visitor @both', async ({ page }) => {
  const errors = watchForErrors(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Rifa em Destaque' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mais Rifas Disponíveis' })).toBeVisible();
  await expectPageChecks(page);

  await page.getByRole('link', { name: 'PARTICIPAR AGORA' }).first().click();
  await expect(page).toHaveURL(/\/rifa\/[0-9a-f-]+\/anonymous$/);
  await page.getByText('Bronze', { exact: true }).click();
  await expect(page.getByRole('radio', { name: /Bronze/ })).toBeChecked();
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();

  const cart = page.getByRole('dialog', { name: 'Carrinho' });
  await expect(page.getByText('6 números adicionados com sucesso.')).toBeVisible();
  await expect(cart.getByText(title)).toBeVisible();
  await expect(cart.getByText('6 cotas (5 + 1 grátis)')).toBeVisible();
  await expect(cart.getByText('+1 mais')).toBeVisible();
  await expect(cart.getByText('Você fará login ou criará sua conta no próximo passo')).toBeVisible();
  await expectPageChecks(page);
  await cart.getByRole('button', { name: 'Continuar para Checkout' }).click();

  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByLabel('Nome completo').fill('Ana Beatriz Souza');
  await page.getByRole('main').getByLabel('E-mail').fill(`ana.${randomUUID()}@exemplo.com.br`);
  await page.getByLabel('Senha', { exact: true }).fill('segredo123');
  await page.getByLabel('Confirmar senha').fill('segredo123');
  await page.getByRole('button', { name: 'Criar conta', exact: true }).click();
  await expect(page.getByText('Conta criada com sucesso! Bem-vindo!')).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Finalizar Compra' })).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Beatriz Souza');
  await expect(page.getByRole('main').getByText('6 cotas (5 + 1 grátis)')).toBeVisible();
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(page.getByText('Informe a data de nascimento.')).toBeVisible();
  await expect(page.getByText('Informe o CPF.')).toBeVisible();
  await page.getByLabel('CPF').fill(newCpf());
  await page.getByLabel('Data de nascimento').fill('04111992');
  await page.getByLabel('Cidade onde você mora').selectOption('Maceió');
  await expectPageChecks(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Pagar no MercadoPago' }).click();
  const provider = await opened;

  await provider.getByRole('button', { name: /Gerar Pix/i }).click();
  await expect(provider.getByRole('img', { name: /QR/ })).toBeVisible();
  await expectPageChecks(provider);

  await expect(page.getByRole('heading', { name: 'Pagamento Pendente' })).toBeVisible();
  await page.getByRole('link', { name: 'Acompanhar Pedido' }).click();
  await expect(page).toHaveURL(/\/pedido\//);
  await expect(page.getByText('Pendente', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Gerar código Pix' }).click();
  await expect(page.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Copiar código Pix' }).click();
  await expect(page.getByRole('button', { name: 'Código copiado!' })).toBeVisible();

  await provider.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(page.getByText('Pago', { exact: true })).toBeVisible();
  const numbers = page.getByRole('main').getByText(/^\d{6}$/);
  await expect(numbers).toHaveCount(6);
  expect(new Set(await numbers.allInnerTexts()).size).toBe(6);
  await expectPageChecks(page);

  await page.getByRole('link', { name: 'Ver minhas rifas' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page).toHaveTitle(/^Dashboard/);
  // The order page stays until the next page is rendered, and it contains the title twice.
  const ownRifas = page.getByRole('region', { name: 'Minhas Rifas' });
  await expect(ownRifas.getByRole('heading', { name: title })).toBeVisible();
  expect(errors).toEqual([]);
});
