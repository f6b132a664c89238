/** Spending limits, pause and self-exclusion: set in the account, shown before paying, enforced on open orders. */
import { expect } from '@playwright/test';
import { expectAccessible, expectPageChecks } from '../kit/page/page-checks.ts';
import { createBuyer, createPerson, openAs } from '../kit/people/people.ts';
import { placeOrder } from '../kit/payments/purchases.ts';
import { createPix } from '../kit/payments/sandbox.ts';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { test } from '../kit/test.ts';

// @covers beyond: monthly limit, pause and self-exclusion: enforced by the server, shown before paying
//   [web/app/accounts/limits/limits-card.tsx, web/app/purchase/checkout/own-limit-note.tsx,
//   server/accounts/limits/check-own-limits.ts]
test('sets spending limits, a pause and self-exclusion', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/minha-conta');
  const limits = page.getByRole('region', { name: 'Seus limites' });
  await limits.getByLabel('Limite mensal de gastos (R$)').fill('abc');
  await limits.getByRole('button', { name: 'Salvar limite' }).click();
  await expect(limits.getByText('Informe um valor a partir de R$ 1,00.')).toBeVisible();
  await expectPageChecks(page);
  await limits.getByLabel('Limite mensal de gastos (R$)').fill('150,00');
  await limits.getByRole('button', { name: 'Salvar limite' }).click();
  const state = limits.getByRole('status').filter({ hasText: 'Neste mês' });
  await expect(state).toContainText(/de R\$\s150,00/);
  await expect(state).toBeFocused();
  await limits.getByRole('button', { name: 'Tirar limite' }).click();
  await expect(limits.getByText(/O limite deixa de valer em/)).toBeVisible();
  await limits.getByRole('button', { name: 'Pausar compras' }).click();
  await page.getByRole('dialog', { name: 'Pausar as compras por 7 dias?' }).press('Escape');
  await expect(limits.getByText(/em pausa até/)).toHaveCount(0);
  await limits.getByRole('button', { name: 'Pausar compras' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar pausa' }).click();
  await expect(limits.getByText(/Suas compras estão em pausa até/)).toBeVisible();
  await limits.getByRole('button', { name: 'Quero me afastar' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar autoexclusão' }).click();
  await expect(limits.getByText(/Autoexclusão até/)).toBeVisible();
  await expect(limits.getByRole('button', { name: 'Quero me afastar' })).toBeHidden();
  await expect(state).toBeFocused();

  await page.goto(`/checkout?rifa=${BIZ}`);
  await expect(page.getByRole('link', { name: 'Ver seus limites' })).toBeVisible();
  await expect(page.getByText(/Você pediu para ficar sem comprar até/)).toHaveCount(1);
  await expectPageChecks(page);
});

test('warns on rifa page and cart when the total exceeds the monthly limit', async ({ page, request }) => {
  await openAs(page, (await createBuyer(request)).email, '/minha-conta');
  const limits = page.getByRole('region', { name: 'Seus limites' });
  await limits.getByLabel('Limite mensal de gastos (R$)').fill('4,00');
  await limits.getByRole('button', { name: 'Salvar limite' }).click();
  await expect(limits.getByRole('status').filter({ hasText: 'Neste mês' })).toBeFocused();
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await page.getByText('Prata', { exact: true }).click();
  // Before adding it.
  const note = page.getByRole('main').getByRole('alert');
  await expect(note).toContainText(/passa do limite mensal.*restam R\$\s4,00/);
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  const cart = page.getByRole('dialog', { name: 'Carrinho' });
  await expect(cart.getByRole('alert')).toContainText(/passa do limite mensal.*restam R\$\s4,00/);
  await expectPageChecks(page);
  await cart.getByRole('link', { name: 'Ver seus limites' }).press('Enter');
  await expect(cart).toBeHidden();
  await expect(limits).toBeInViewport();
});

// @covers beyond: a pause or self-exclusion ends the unpaid orders of all accounts of the person [server/payments/attempts/ending/end-orders-of-person.job.ts]
test('ends an unpaid order on a pause, also on its open page', async ({ page, request }) => {
  const buyer = await createBuyer(request);
  const reference = await placeOrder({ request }, { ...buyer, rifaId: BIZ, quantity: 10, price: 0.5 });
  await createPix(request, reference);
  await openAs(page, buyer.email, `/pedido/${reference}`);
  await expect(page.getByRole('button', { name: /Copiar/ })).toBeVisible();

  const accountPage = await page.context().newPage();
  await accountPage.goto('/minha-conta');
  await accountPage.getByRole('button', { name: 'Pausar compras' }).click();
  await accountPage.getByRole('button', { name: 'Confirmar pausa' }).click();
  await expect(accountPage.getByText(/Suas compras estão em pausa até/)).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Pedido cancelado' })).toBeVisible();
  await expect(page.getByText(/^Suas compras estão em pausa. Nada foi cobrado./)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver minhas rifas' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comprar de novo' })).toHaveCount(0);
  await expectPageChecks(page);
});
