/** Messages whose response was lost: a retry does not store them twice. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { createPerson, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** The next request to this URL reaches the server, and its response is lost. */
async function loseNextResponse(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
    await page.unroute(url);
  });
}

test('opens one ticket and sends one reply although both responses are lost', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/suporte');
  const main = page.getByRole('main');
  await loseNextResponse(page, '**/api/support-tickets');
  await main.getByLabel('Assunto').fill('Pix em dobro');
  await main.getByLabel('Mensagem').fill('Paguei duas vezes.');
  const sendTicket = main.getByRole('button', { name: 'Enviar Ticket' });
  await sendTicket.click();
  await expect(page.getByText('Não foi possível enviar o ticket.')).toBeVisible();
  await sendTicket.click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();
  const ticket = main.getByRole('listitem').filter({ hasText: 'Pix em dobro' });
  await expect(ticket).toHaveCount(1);

  await loseNextResponse(page, '**/api/support-tickets/*/replies');
  await ticket.getByRole('button', { name: 'Ver conversa' }).click();
  const reply = ticket.getByLabel('Sua resposta');
  const send = ticket.getByRole('button', { name: 'Responder' });
  await reply.fill('Alô?');
  await send.click();
  await expect(page.getByRole('region', { name: /Avisos/ })).toContainText('conexão');
  await expect(reply).toHaveValue('Alô?');
  await send.click();
  await expect(reply).toHaveValue('');
  const messages = ticket.getByRole('list', { name: 'Conversa' }).getByText('Alô?', { exact: true });
  await expect(messages).toHaveCount(1);
  // The same text sent later is another message.
  await reply.fill('Alô?');
  await send.click();
  await expect(messages).toHaveCount(2);
});

test('opens one ticket although the page is loaded again after its response was lost', async ({
  page,
  request,
}) => {
  await openAs(page, await createPerson(request), '/suporte');
  const main = page.getByRole('main');
  await loseNextResponse(page, '**/api/support-tickets');
  await main.getByLabel('Assunto').fill('Pix sem resposta');
  await main.getByLabel('Mensagem').fill('Paguei e a tela parou.');
  await main.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Não foi possível enviar o ticket.')).toBeVisible();
  await page.reload();
  await expect(main.getByLabel('Mensagem')).toHaveValue('Paguei e a tela parou.');
  await main.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();
  await page.reload();
  const tickets = main.getByRole('listitem').filter({ hasText: 'Pix sem resposta' });
  await expect(tickets.first()).toBeVisible();
  expect(await tickets.count()).toBe(1);
});

test('writes one note about a person although the response is lost', async ({ page, request }) => {
  const email = await createPerson(request);
  await openAs(page, 'admin@exemplo.com.br', `/admin/crm?busca=${email}`);
  await page.getByRole('link', { name: email }).click();
  await loseNextResponse(page, '**/api/admin/people/*/notes');
  const text = `Prefere WhatsApp ${randomUUID().slice(0, 8)}`;
  const note = page.getByLabel('Nova anotação');
  await note.fill(text);
  await page.getByRole('button', { name: 'Anotar' }).click();
  await expect(page.getByText('Erro de conexão.', { exact: false }).first()).toBeVisible();
  await expect(note).toHaveValue(text);
  await page.getByRole('button', { name: 'Anotar' }).click();
  await expect(note).toHaveValue('');
  await expect(page.getByRole('listitem').filter({ hasText: text })).toHaveCount(1);
});
