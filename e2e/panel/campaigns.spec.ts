/** Writing, testing and scheduling an e-mail campaign. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { messageTo } from '../kit/people/mailbox.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { openAtDesk, signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers storefront 4: campaigns: draft, scheduled, sending, paused, sent, cancelled; every reader once; mails a
//   minute
test('writes, previews, test-sends and schedules a campaign', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  const name = `Campanha ${randomUUID().slice(0, 8)}`;
  await page.goto('/admin/email-campaigns');
  await page.getByRole('link', { name: 'Nova campanha' }).click();
  await page.getByLabel('Nome da campanha').fill(name);
  await page.getByLabel('Assunto').fill('Olá, {nome}!');
  await page.getByLabel('Texto', { exact: true }).fill(`Oi, {nome}. **${name}** chegou.`);
  await page.getByLabel('VIP', { exact: true }).check();
  const boughtRifa = page.getByLabel('Só quem comprou em');
  await boughtRifa.selectOption({ label: 'Honda Biz 125 zero km' });
  await page.getByLabel('Só quem mora em').fill('Maceió');
  await expect(page.getByText(/receberia(m)? agora/)).toBeVisible();
  const totalPurchases = page.getByRole('group', { name: 'Total já gasto, em reais' });
  await totalPurchases.getByLabel('No mínimo').fill('100.000');
  await expect(page.getByText('Ninguém receberia agora.')).toBeVisible();
  await totalPurchases.getByLabel('No máximo').fill('50');
  await expect(page.getByText('Corrija as condições para contar as pessoas.')).toBeVisible();
  await totalPurchases.getByLabel('No mínimo').fill('');
  await totalPurchases.getByLabel('No máximo').fill('');
  const recency = page.getByRole('group', { name: 'Última compra, em dias' });
  await recency.getByLabel('Há no máximo').fill('365');
  await page.getByLabel('Lembretes e ofertas').check();
  await page.getByRole('button', { name: 'Prévia e teste' }).click();
  const preview = page.getByRole('dialog', { name: 'Prévia do e-mail' });
  await expect(preview.getByText('Olá, Maria!')).toBeVisible();
  await expect(preview.frameLocator('iframe').getByText(`Oi, Maria. ${name} chegou.`)).toBeVisible();
  await preview.getByRole('button', { name: 'Enviar teste para mim' }).click();
  expect(await messageTo('admin@exemplo.com.br', name)).toContain(`Oi, Maria. ${name} chegou.`);
  await preview.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();

  await expect(page.getByRole('heading', { name })).toBeVisible();
  // The form opens before the list of rifas is loaded.
  await page.reload();
  await expect(boughtRifa.locator('option:checked')).toHaveText('Honda Biz 125 zero km');
  await expect(recency.getByLabel('Há no máximo')).toHaveValue('365');
  await expect(page.getByLabel('Lembretes e ofertas')).toBeChecked();
  await page.getByRole('button', { name: 'Enviar ou agendar' }).click();
  await expect(page.getByRole('dialog').getByText(/receberia(m)? agora/)).toBeVisible();
  await page.getByLabel('Dia e hora').fill('2030-01-15T10:00');
  await page.getByRole('button', { name: 'Agendar', exact: true }).click();
  await expect(page.getByText('O envio começa em 15/01/2030, 10:00.')).toBeFocused();
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

test('merges two edits of a campaign without losing typed text', async ({ page, browser }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/email-campaigns');
  await page.getByRole('link', { name: 'Nova campanha' }).click();
  const name = `Campanha ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Nome da campanha').fill(name);
  await page.getByLabel('Assunto').fill('Olá!');
  await page.getByLabel('Texto', { exact: true }).fill('Chegou.');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  const { pathname } = new URL(page.url());
  const colleague = await openAtDesk(browser, 'conferente@exemplo.com.br', pathname);
  await page.getByLabel('Assunto').fill('Olá, {nome}!');
  await colleague.getByLabel('Texto', { exact: true }).fill('Chegou, {nome}.');
  await colleague.getByRole('button', { name: 'Salvar' }).click();
  await expect(colleague.getByText('Campanha salva.')).toBeVisible();
  await colleague.context().close();

  await page.getByRole('button', { name: 'Salvar' }).click();
  const conflict = page.getByText('Alguém salvou antes de você.', { exact: false });
  await expect(conflict).toBeVisible();
  await expect(page.getByLabel('Texto', { exact: true })).toHaveValue('Chegou, {nome}.');
  await expect(page.getByLabel('Assunto')).toHaveValue('Olá, {nome}!');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(conflict).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Assunto')).toHaveValue('Olá, {nome}!');
  await expect(page.getByLabel('Texto', { exact: true })).toHaveValue('Chegou, {nome}.');
});

test('shows the results of an automated mail, and changes it', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/email-automation');
  const welcome = page.getByRole('region', { name: /^Boas-vindas/ });
  await expect(welcome.getByText(/^Em 30 dias: /)).toBeVisible();
  await welcome.getByRole('button', { name: 'O que saiu' }).click();
  await expect(welcome.getByText(/saiu em /).first()).toBeVisible();
  await expectPageChecks(page);
  await welcome.getByRole('button', { name: 'Mudar' }).click();
  await expect(welcome.getByText(/saiu em /)).toHaveCount(0);
  await welcome.getByRole('button', { name: 'Prévia e teste' }).click();
  await expect(page.getByRole('dialog').getByText(/Boas-vindas .*, Maria!/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  await welcome.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('E-mail automático salvo.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('writes an automation of several mails by keyboard', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/email-automation');
  const winBack = page.getByRole('region', { name: /^Volte para a maré/ });
  const press = (name: string) => winBack.getByRole('button', { name, exact: true }).press('Enter');
  await press('Mudar');
  await press('Adicionar e-mail');
  await expect(winBack.getByLabel('Espera depois do anterior')).toBeFocused();
  await winBack.getByLabel('Espera depois do anterior').fill('5');
  await press('Recolher o 2º e-mail');
  await press('Salvar');
  const subject = winBack.getByLabel('Assunto').nth(1);
  await expect(subject).toBeFocused();
  await subject.fill('Última chance, {nome}');
  await winBack.getByLabel('Texto', { exact: true }).nth(1).fill('O cupom ainda vale.');
  await press('Salvar');
  await expect(page.getByText('E-mail automático salvo.')).toBeVisible();
  await expect(
    winBack.getByText('2 e-mails: Sentimos sua falta, {nome} · Última chance, {nome}'),
  ).toBeVisible();

  await press('Mudar');
  await expect(winBack.getByText('5 dias depois do e-mail anterior · Última chance, {nome}')).toBeVisible();
  await press('Descer o 1º e-mail');
  await expect(winBack.getByRole('button', { name: 'Descer o 2º e-mail' })).toBeFocused();
  await expect(winBack.getByText('5 dias depois dos 60 dias · Última chance, {nome}')).toBeVisible();
  await press('Tirar o 1º e-mail');
  await expect(winBack.getByRole('button', { name: 'Adicionar e-mail' })).toBeFocused();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expectPageChecks(page);
  await press('Tirar o 1º e-mail');
  await press('Salvar');
  await expect(winBack.getByText('Assunto: Sentimos sua falta, {nome}')).toBeVisible();
  expect(errors).toEqual([]);
});
