/** Choosing single numbers, and looking orders up by a one-time code. */
import { expect } from '@playwright/test';
import { rifaCalled } from '../kit/rifas/demo-rifas.ts';
import { codeIn, messageTo } from '../kit/people/mailbox.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createPerson, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test('finds chosen numbers by a one-time code and pays', async ({ page }) => {
  const errors = watchForErrors(page);
  const rifa = await rifaCalled(page.request, 'Jantar à beira-mar e dia de spa');
  await openAs(page, 'maria@exemplo.com.br', `/checkout?rifa=${rifa.id}`);
  await page.getByRole('button', { name: 'Escolher os números um a um' }).click();
  await expect(page.getByRole('heading', { name: 'Escolha um a um' })).toBeFocused();
  await page.getByLabel('Faixa de números').selectOption({ label: '0901 a 1000' });
  const free = page.getByRole('button', { name: /^09\d\d$/ }).and(page.locator(':enabled'));
  const chosen = [await free.nth(0).innerText(), await free.nth(1).innerText()];
  for (const number of chosen) await page.getByRole('button', { name: number, exact: true }).click();
  await expect(page.getByText('2 escolhidos')).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Pagar com PIX' }).click();
  await expect(page).toHaveURL(/\/pedido\//);
  for (const number of chosen)
    await expect(page.getByRole('list', { name: 'Números' }).getByText(number)).toBeVisible();
  const orderUrl = page.url();

  await page.goto('/meus-numeros');
  await page.getByLabel('E-mail ou celular da compra').fill('maria@exemplo.com.br');
  await page.getByRole('button', { name: 'Receber código' }).click();
  const mail = await messageTo('maria@exemplo.com.br', 'página Meus números');
  await expect(page.getByText(/é de uma compra, o código chega/)).toBeVisible();
  await page.reload();
  await page.getByLabel('Código de 6 números').fill(codeIn(mail));
  await page.getByRole('button', { name: 'Ver meus números' }).click();
  await expect(page.getByRole('heading', { name: 'Números pagos' })).toBeVisible();
  await expect(page.getByText('Aberto neste aparelho por até 30 minutos.')).toBeFocused();
  await expectPageChecks(page);
  await page.locator(`a[href="${new URL(orderUrl).pathname}"]`, { hasText: 'Pagar' }).click();
  await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('responds to an unknown contact the same way and opens nothing', async ({ page }) => {
  const email = await createPerson(page.request);
  await page.goto('/meus-numeros');
  await page.getByLabel('E-mail ou celular da compra').fill(`outra.${email}`);
  await page.getByRole('button', { name: 'Receber código' }).click();
  await expect(page.getByText(/é de uma compra, o código chega/)).toBeVisible();
  await expect(page.getByLabel('Código de 6 números')).toBeFocused();
  await page.getByLabel('Código de 6 números').fill('123456');
  await page.getByRole('button', { name: 'Ver meus números' }).click();
  await expect(page.getByText('Código incorreto ou vencido. Confira, ou peça outro.')).toBeVisible();
});
