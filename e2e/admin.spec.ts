/** People, settings and sales by hand in the panel. The way from an empty form to the draw is in organiser.spec.ts. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { signInAs } from './demo-accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, watchForErrors } from './page-checks.ts';
import { makeDraft, takeStep } from './new-rifa.ts';
import { createPerson, fillLogin } from './people.ts';
import { test } from './test.ts';

test('a rifa is sold by hand, cancelled, and the money goes back', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  const { id } = await makeDraft(page.request);
  await page.goto(`/admin/rifas/${id}`);
  await takeStep(page, 'Publicar');
  await page.getByRole('button', { name: 'Vender em dinheiro' }).click();
  const sale = page.getByRole('dialog');
  await sale.getByLabel('Nome de quem compra').fill('Zé da Feira');
  await sale.getByLabel('E-mail').fill(`ze.${randomUUID()}@exemplo.com.br`);
  await sale.getByLabel(/Quem compra tem 18 anos/).check();
  await sale.getByRole('button', { name: 'Recebi o dinheiro' }).click();
  await expect(sale.getByText(/Vendido: R\$\s2,00 em dinheiro/)).toBeVisible();
  await sale.getByRole('button', { name: 'Concluir' }).click();
  const buyers = page.getByRole('list', { name: 'Compradores' });
  await page.getByRole('button', { name: 'Procurar número ou comprador' }).click();
  await expect(buyers.getByText('Zé da Feira')).toBeVisible();

  await takeStep(page, 'Cancelar rifa');
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
  await expect(async () => {
    await page.goto(`/admin/rifas/${id}`);
    await page.getByRole('button', { name: 'Procurar número ou comprador' }).click();
    await expect(buyers.getByText('Reembolsado')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
});

test('people are found, noted and tagged, and a setting keeps what was set', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/crm?busca=joana');
  await page.getByRole('link', { name: /joana@exemplo\.com\.br/ }).click();
  const note = `Prefere WhatsApp ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Nova anotação').fill(note);
  await page.getByRole('button', { name: 'Anotar' }).click();
  await expect(page.getByText(note)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto('/admin/crm?busca=maria@');
  await page.getByRole('checkbox').check();
  await page.getByLabel('Etiqueta para 1 pessoa').fill('feira');
  await page.getByRole('button', { name: 'Pôr etiqueta' }).click();
  await expect(page.getByRole('list', { name: 'Clientes' }).getByText('feira')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('list', { name: 'Clientes' }).getByText('feira')).toBeHidden();
  await expectAccessible(page);

  await page.goto('/admin/settings');
  await expect(page.getByLabel('Nome').first()).toHaveValue('Bronze');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(errors).toEqual([]);
});

test('an admin closes an account and opens it, changes what it may do, and finds it all in the log', async ({
  page,
  request,
  browser,
}) => {
  const email = await createPerson(request);
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto(`/admin/crm?busca=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: new RegExp(email.replaceAll('.', String.raw`\.`)) }).click();
  await page.getByRole('button', { name: 'Bloquear conta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Compras com cartão roubado');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(page.getByText(/^Bloqueada até /)).toBeVisible();
  await expectAccessible(page);

  const closed = await browser.newContext();
  const visitor = await closed.newPage();
  await visitor.goto('/auth');
  await fillLogin(visitor, email);
  await expect(visitor.getByRole('main').getByRole('alert')).toBeVisible();
  await closed.close();

  await page.getByRole('button', { name: 'Desbloquear conta' }).click();
  await dialog.getByLabel('Motivo').fill('Era engano');
  await dialog.getByRole('button', { name: 'Desbloquear', exact: true }).click();
  await expect(page.getByText('A pessoa pode entrar na conta.')).toBeVisible();
  await page.getByLabel('Papel na loja').selectOption('Atendimento');
  await page.getByRole('button', { name: 'Mudar papel' }).click();
  await dialog.getByRole('button', { name: 'Sim, mudar' }).click();
  await expect(page.getByText('Acesso alterado!')).toBeVisible();

  await page.goto('/admin/crm/atividades?tipo=user');
  const log = page.getByRole('list', { name: 'Atividades' });
  const entry = log
    .getByRole('listitem')
    .filter({ hasText: 'Rita Lima de cliente para atendimento' })
    .first();
  await entry.getByText('Detalhes').click();
  await expect(entry.getByText('buyer → support')).toBeVisible();
  await expect(log.getByText('Bloqueou uma conta').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
