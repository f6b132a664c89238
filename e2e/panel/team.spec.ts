/** Roles of the shop's team. */
import { expect } from '@playwright/test';
import { messageTo } from '../kit/people/mailbox.ts';
import { createDraft, publish } from '../kit/rifas/new-rifa.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { bearerOf, createColleague, createPerson, newEmail, newPhone, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test('limits a seller to the stand', async ({ page, request }) => {
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
  // The replacing invitation.
  await expect(invitations.getByRole('listitem').filter({ hasText: email })).toBeFocused();
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

test('announces requests and decisions of colleagues on the open approvals page', async ({
  page,
  request,
}) => {
  const requester = await createPerson(request);
  const admin = await bearerOf(request, 'admin@exemplo.com.br');
  await openAs(page, 'conferente@exemplo.com.br', '/admin/aprovacoes');
  await expect(page.getByRole('heading', { name: 'Esperando' })).toBeVisible();
  const profile = await request.get('/api/me', { headers: await bearerOf(request, requester) });
  const { id: userId } = (await profile.json()) as { id: string };
  const response = await request.put(`/api/admin/users/${userId}/role`, {
    headers: admin,
    data: { id: userId, from: 'buyer', to: 'admin', reason: `Entra na equipe: ${userId}` },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const announced = page.locator('[aria-live]');
  // The page reads the list every fifteen seconds.
  await expect(announced.filter({ hasText: /Novo pedido de .+/ })).toHaveCount(1, { timeout: 40_000 });
  await expect(page.getByRole('heading', { name: 'Esperando' })).not.toBeFocused();

  const list = await request.get('/api/admin/approvals', { headers: admin });
  const { open } = (await list.json()) as { open: { id: string; reason: string }[] };
  // Other tests ask for approvals at the same time.
  const approval = open.find(({ reason }) => reason.includes(userId))!;
  const row = page.getByRole('listitem').filter({ hasText: userId });
  await row.getByRole('button', { name: /^Recusar o pedido/ }).focus();
  await request.post(`/api/admin/approvals/${approval.id}/cancel`, { headers: admin, data: {} });
  await expect(announced.filter({ hasText: /desistiu do pedido/ })).toHaveCount(1, { timeout: 40_000 });
  await expect(page.getByText(/Desistiu do pedido: /).first()).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  // At the next request, or at the heading.
  await expect(page.locator('main :focus')).toBeVisible();
  await expectPageChecks(page);
});
