/** Unsent texts of visitors and of the desk survive a reload of their tab. */
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { firstRifa } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { bearerOf, createBuyer, createPerson, openAs } from '../kit/people/people.ts';
import { placeOrder } from '../kit/payments/purchases.ts';
import { test } from '../kit/test.ts';

async function openTicket(request: APIRequestContext, email: string): Promise<string> {
  const opened = await request.post('/api/support-tickets', {
    headers: await bearerOf(request, email),
    data: { subject: 'Cadê?', message: 'Paguei e cadê?', priority: 'normal' },
  });
  return ((await opened.json()) as { id: string }).id;
}

async function setStatus(request: APIRequestContext, id: string, status: string): Promise<void> {
  const response = await request.post(`/api/desk/tickets/${id}/status`, {
    headers: await bearerOf(request, 'suporte@exemplo.com.br'),
    data: { status },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

// @covers beyond: an unsent message of the contact form survives a reload [web/app/support/contact-form.tsx]
test("keeps a visitor's message over a reload until it is sent", async ({ page }) => {
  await page.goto('/suporte');
  const main = page.getByRole('main');
  await main.getByLabel('Nome').fill('Ana Lessa');
  await main.getByLabel('E-mail').fill(`ana.${randomUUID()}@exemplo.com.br`);
  await main.getByLabel('Assunto').selectOption('problema-pagamento');
  await main.getByLabel('Mensagem').fill('Paguei e cadê?');
  await page.reload();
  await expect(main.getByLabel('Mensagem')).toHaveValue('Paguei e cadê?');
  await expect(main.getByLabel('Nome')).toHaveValue('Ana Lessa');
  await expect(main.getByLabel('Assunto')).toHaveValue('problema-pagamento');
  await main.getByRole('button', { name: 'Enviar Mensagem' }).click();
  await expect(page.getByText('Mensagem enviada!')).toBeVisible();
  await expect(main.getByLabel('Mensagem')).toHaveValue('');
  await page.reload();
  await expect(main.getByRole('button', { name: 'Enviar Mensagem' })).toBeVisible();
  await expect(main.getByLabel('Mensagem')).toHaveValue('');
  await expect(main.getByLabel('Nome')).toHaveValue('');
});

// @covers beyond: an unsent answer, note and macro of the desk survive a reload [web/app/support/admin/answer-form.tsx]
test("keeps the desk's answer, macro and note over a reload until they are sent", async ({
  page,
  request,
}) => {
  const [id, otherId] = [
    await openTicket(request, await createPerson(request)),
    await openTicket(request, await createPerson(request)),
  ];
  const title = `Resolve ${randomUUID().slice(0, 8)}`;
  const saved = await request.put(`/api/desk/quick-replies/${randomUUID()}`, {
    headers: await bearerOf(request, 'suporte@exemplo.com.br'),
    data: { title, body: 'O Pix caiu.', acts: { status: 'resolved', addTags: ['pix'] } },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await openAs(page, 'suporte@exemplo.com.br', `/admin/support?ticket=${id}`);
  const answer = page.getByLabel('Resposta', { exact: true });
  const note = page.getByLabel('Nova nota, só para a equipe');
  const preview = page.getByRole('region', { name: 'Ao enviar, a macro faz' });
  await answer.fill('Olá, Rita.');
  await page.getByRole('button', { name: 'Respostas rápidas e macros' }).click();
  await page.getByRole('dialog').getByRole('button', { name: title }).click();
  await preview.getByRole('button', { name: 'Tirar: Etiquetas' }).click();
  await note.fill('Conferir no banco.');
  await page.reload();
  await expect(answer).toHaveValue('Olá, Rita.\n\nO Pix caiu.');
  await expect(note).toHaveValue('Conferir no banco.');
  await expect(preview.getByRole('listitem')).toHaveText([/Situação: Aberto → Resolvido/]);

  // Each ticket has a separate draft.
  await page.goto(`/admin/support?ticket=${otherId}`);
  await expect(answer).toHaveValue('');
  await expect(note).toHaveValue('');
  await expect(preview).toBeHidden();
  await page.goto(`/admin/support?ticket=${id}`);
  await page.getByRole('button', { name: 'Enviar com a macro' }).click();
  await expect(page.getByText(/^Resolvido em/)).toBeVisible();
  await page.getByRole('button', { name: 'Anotar' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Conferir no banco.' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Resolvido em/)).toBeVisible();
  await expect(answer).toHaveValue('');
  await expect(note).toHaveValue('');
  await expect(preview).toBeHidden();
});

test('moves an unsent reply to a new ticket when the desk closes the old one', async ({ page, request }) => {
  const email = await createPerson(request);
  const id = await openTicket(request, email);
  await openAs(page, email, `/suporte?ticket=${id}`);
  await page.getByLabel('Sua resposta').fill('Segue o comprovante.');
  await setStatus(request, id, 'closed');
  await expect(page.getByText(/^Este ticket está encerrado/)).toBeFocused();
  // The surrounding card updates too.
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Cadê?' }) });
  await expect(card.getByText('Resolvido', { exact: true })).toBeVisible();
  await expect(page.getByText('A sua resposta não foi enviada:')).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('link', { name: 'Continuar em um ticket novo' }).click();
  await expect(page.getByLabel('Mensagem')).toBeFocused();
  await expect(page.getByLabel('Mensagem')).toHaveValue('Segue o comprovante.');
  await page.reload();
  await expect(page.getByLabel('Assunto')).toHaveValue('Cadê?');
  await expect(page.getByLabel('Mensagem')).toHaveValue('Segue o comprovante.');
  await page.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cadê?' })).toHaveCount(2);
  await page.goto(`/suporte?ticket=${id}`);
  await expect(page.getByText(/^Este ticket está encerrado/)).toBeVisible();
  await expect(page.getByText('A sua resposta não foi enviada:')).toBeHidden();
});

test('explains why a closed ticket cannot be answered, and keeps the text', async ({ page, request }) => {
  const id = await openTicket(request, await createPerson(request));
  await openAs(page, 'suporte@exemplo.com.br', `/admin/support?ticket=${id}`);
  const answer = page.getByLabel('Resposta', { exact: true });
  await answer.fill('Já vejo isso.');
  await setStatus(request, id, 'closed');
  const note = page.getByText(/^Um ticket encerrado não recebe mensagens.*guardada nesta aba\.$/);
  await expect(note).toBeFocused();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Em Andamento' }).click();
  await expect(answer).toHaveValue('Já vejo isso.');
});

test('sends a ticket without the order of another account', async ({ page, request }) => {
  const orderOf = await createBuyer(request);
  const { id, priceCentavos } = await firstRifa(request);
  const reference = await placeOrder(
    { request },
    { ...orderOf, rifaId: id, quantity: 10, price: priceCentavos / 100 },
  );
  await openAs(page, await createPerson(request), `/suporte?pedido=${reference}`);
  await page.getByLabel('Mensagem').fill('Paguei e cadê?');
  await page.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText(/^O pedido do link não é desta conta/)).toBeVisible();
  await expect(page.getByText(/^A equipe vê junto/)).toBeHidden();
  await page.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();
});

test('moves an unsent reply when the desk merges its ticket', async ({ page, request }) => {
  const email = await createPerson(request);
  const [targetId, id] = [await openTicket(request, email), await openTicket(request, email)];
  await openAs(page, email, `/suporte?ticket=${targetId}`);
  await page.getByLabel('Sua resposta').fill('Bom dia.');
  await page.goto(`/suporte?ticket=${id}`);
  await page.getByLabel('Sua resposta').fill('Segue o comprovante.');
  const merged = await request.post(`/api/desk/tickets/${targetId}/merge`, {
    headers: await bearerOf(request, 'suporte@exemplo.com.br'),
    data: { fromId: id },
  });
  expect(merged.ok(), await merged.text()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Cadê?' })).toHaveCount(1);
  for (const _ of ['merged', 'loaded again']) {
    await expect(page.getByLabel('Sua resposta')).toHaveValue('Bom dia.\n\nSegue o comprovante.');
    await page.reload();
  }
  await page.getByRole('listitem').getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByRole('list', { name: 'Conversa' })).toContainText('Segue o comprovante.');
});
