/** Roles of the shop's team. */
import { expect } from '@playwright/test';
import { messageTo } from '../kit/mailbox.ts';
import { createDraft, publish } from '../kit/new-rifa.ts';
import { expectPageChecks } from '../kit/page-checks.ts';
import { createColleague, createPerson, newEmail, newPhone, openAs } from '../kit/people.ts';
import { test } from '../kit/test.ts';

test('a seller sells at the stand by phone, and sees nothing else', async ({ page, request }) => {
  const { id, title } = await createDraft(request);
  await publish(request, id);
  await openAs(page, await createColleague(request, 'seller'), '/admin');
  await expect(page.getByRole('heading', { name: 'Vender no balcão' })).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  await page.getByLabel('Plano').selectOption({ label: 'Bronze: 5 cotas e mais 1 de bônus' });
  await page.getByLabel('Nome de quem compra').fill('Zé da Feira');
  const phone = newPhone();
  await page.getByLabel('Telefone com DDD').fill(`+55 ${phone.slice(0, 2)} ${phone.slice(2)}`);
  await page.getByLabel(/Quem compra tem 18 anos/).check();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Recebi o dinheiro' }).click();
  await expect(page.getByText(/Vendido: R\$\s10,00 em dinheiro/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mandar recibo por WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa.me/55${phone}\\?text=`),
  );
  await page.getByRole('button', { name: 'Concluir' }).click();
  await expect(page.getByLabel('Nome de quem compra')).toHaveValue('');

  await page.goto('/admin/pedidos');
  await expect(page.getByRole('heading', { name: 'Acesso Negado' })).toBeVisible();
});

test('invites a colleague by mail, who accepts and sees the panel', async ({ page, browser, request }) => {
  const email = await createPerson(request);
  await openAs(page, 'admin@exemplo.com.br', '/admin/settings');
  await page.getByLabel('E-mail de quem você convida').fill(email);
  await page.getByLabel('Papel na equipe').selectOption('reader');
  await page.getByRole('button', { name: 'Convidar', exact: true }).click();
  const invitations = page.getByRole('list', { name: 'Convites em aberto' });
  await expect(invitations.getByText(email)).toBeVisible();
  const wrong = newEmail();
  await page.getByLabel('E-mail de quem você convida').fill(wrong);
  await page.getByRole('button', { name: 'Convidar', exact: true }).click();
  await page.getByRole('button', { name: `Cancelar o convite de ${wrong}` }).press('Enter');
  await expect(page.getByText('Convite cancelado.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Equipe' })).toBeFocused();
  await expectPageChecks(page);

  const mail = await messageTo(email, 'convite=');
  const link = /\/admin\?convite=[\w-]+/.exec(mail)![0];
  const phone = await browser.newContext();
  const colleague = await phone.newPage();
  await openAs(colleague, email, link);
  await colleague.getByRole('button', { name: 'Aceitar o convite' }).click();
  await expect(colleague.getByRole('heading', { name: 'Convite aceito' })).toBeVisible();
  await colleague.getByRole('link', { name: 'Abrir o painel' }).click();
  await expect(colleague.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  await colleague.goto('/admin/settings');
  await expect(colleague.getByRole('heading', { name: 'Acesso Negado' })).toBeVisible();
  await phone.close();
});
