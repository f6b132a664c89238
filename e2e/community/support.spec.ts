/** The contact form, tickets of buyers and the support desk (spec: community, 2, 8). */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { bearerOf, createPerson, openAs, openAtDesk } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** One pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

// @covers community 2: /suporte for visitors: contact form with five subjects [web/app/support/contact-form.tsx]
// @covers community 5: contact form: all four required [web/app/support/contact-form.tsx]
// @covers community 8: 'Mensagem enviada!', 'Responderemos em até 24 horas.' [web/app/support/contact-form.tsx]
test('sends the contact form of a visitor', async ({ page }) => {
  await page.goto('/suporte');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Enviar Mensagem' }).click();
  await expect(main.getByText('Escreva a sua mensagem.')).toBeVisible();
  await expect(main.getByText('Escolha um assunto.')).toBeVisible();
  await expectPageChecks(page);
  await main.getByLabel('Nome').fill('Ana Lessa');
  await main.getByLabel('E-mail').fill(`ana.${randomUUID()}@exemplo.com.br`);
  await main.getByLabel('Assunto').selectOption('premio');
  await main.getByLabel('Mensagem').fill('Quando recebo a minha colcha?');
  await main.getByRole('button', { name: 'Enviar Mensagem' }).click();
  await expect(page.getByText('Mensagem enviada!')).toBeVisible();
  await expect(page.getByText('Responderemos em até 24 horas.')).toBeVisible();
  await expect(main.getByLabel('Mensagem')).toHaveValue('');
});

// @covers community 2: /suporte for users: 'Novo ticket', own tickets, preview of 100 characters
//   [web/app/support/tickets/ticket-list.tsx]
// @covers community 5: ticket: subject and message required, priority normal by default
//   [web/app/support/tickets/ticket-form.tsx]
// @covers community 8: 'Não foi possível enviar o ticket.' [web/app/support/tickets/ticket-form.tsx]
// @covers community 8: 'Ticket criado!' [web/app/support/tickets/ticket-form.tsx]
test('opens a ticket and lists it', async ({ page }) => {
  await openAs(page, 'joana@exemplo.com.br', '/suporte');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Novo ticket' })).toBeVisible();
  await expect(main.getByLabel('Prioridade')).toHaveValue('normal');

  const subject = `Pix em dobro ${randomUUID().slice(0, 8)}`;
  await main.getByLabel('Assunto').fill(subject);
  await main.getByLabel('Mensagem').fill('Paguei duas vezes. '.repeat(8));
  await page.route('**/api/support-tickets', (route) => route.abort());
  await main.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Não foi possível enviar o ticket.')).toBeVisible();
  await page.unroute('**/api/support-tickets');
  await main.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();
  const ticket = main.getByRole('listitem').filter({ hasText: subject });
  await expect(ticket.getByText('Aberto')).toBeVisible();
  await expect(ticket.getByText(`${'Paguei duas vezes. '.repeat(6).slice(0, 100)}...`)).toBeVisible();
  await expectPageChecks(page);
});

test('opens one ticket for two clicks, and keeps its text and a reply over a reload', async ({
  page,
  request,
}) => {
  await openAs(page, await createPerson(request), '/suporte');
  const main = page.getByRole('main');
  const subject = `Pix em dobro ${randomUUID().slice(0, 8)}`;
  await main.getByLabel('Assunto').fill(subject);
  await main.getByLabel('Mensagem').fill('Paguei duas vezes.');
  await page.reload();
  await expect(main.getByLabel('Assunto')).toHaveValue(subject);
  await expect(main.getByLabel('Mensagem')).toHaveValue('Paguei duas vezes.');
  await main.getByRole('button', { name: 'Enviar Ticket' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText('Ticket criado!')).toHaveCount(1);
  await expect(main.getByLabel('Mensagem')).toHaveValue('');
  const ticket = main.getByRole('listitem').filter({ hasText: subject });
  await expect(ticket).toHaveCount(1);

  await ticket.getByRole('button', { name: 'Ver conversa' }).click();
  await ticket.getByLabel('Sua resposta').fill('Segue o comprovante.');
  await ticket.getByRole('button', { name: 'Fechar conversa' }).click();
  await ticket.getByRole('button', { name: 'Ver conversa' }).click();
  await expect(ticket.getByLabel('Sua resposta')).toHaveValue('Segue o comprovante.');
  await page.reload();
  await expect(main.getByLabel('Mensagem')).toHaveValue('');
  await expect(ticket.getByLabel('Sua resposta')).toHaveValue('Segue o comprovante.');
  await ticket.getByRole('button', { name: 'Responder' }).click();
  await expect(ticket.getByRole('list', { name: 'Conversa' })).toContainText('Segue o comprovante.');
  await expect(ticket.getByLabel('Sua resposta')).toHaveValue('');
  await page.reload();
  await expect(ticket.getByLabel('Sua resposta')).toHaveValue('');
});

test('answers, notes, resolves and rates a ticket', async ({ page, browser, request }) => {
  const email = await createPerson(request);
  await openAs(page, email, '/suporte');
  const subject = `Pix em dobro ${randomUUID().slice(0, 8)}`;
  const form = page.getByRole('main');
  await form.getByLabel('Assunto').fill(subject);
  await form.getByLabel('Mensagem').fill('Paguei duas vezes.');
  await form.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();

  const desk = await openAtDesk(
    browser,
    'suporte@exemplo.com.br',
    `/admin/support?busca=${encodeURIComponent(subject)}`,
  );
  await desk.getByRole('link', { name: subject }).click();
  await expect(desk.getByRole('heading', { name: subject })).toBeVisible();
  await expectPageChecks(desk);
  await desk.getByRole('button', { name: 'Assumir' }).click();
  await expect(desk.getByLabel('Responsável').last()).toHaveValue(/.+/);
  await desk.getByLabel('Prioridade').last().focus();
  await desk.getByLabel('Prioridade').last().selectOption('Alta');
  await expect(desk.locator('[aria-live]').getByText('Prioridade alta')).toBeVisible();
  await expect(desk.getByLabel('Prioridade').last()).toBeFocused();
  await desk.getByLabel('Nova etiqueta').fill('pix');
  await desk.getByRole('button', { name: 'Pôr', exact: true }).press('Enter');
  const tags = desk.getByRole('list', { name: 'Etiquetas', exact: true });
  await expect(tags).toContainText('pix');
  await expect(tags).toBeFocused();
  await tags.getByRole('button', { name: 'Tirar a etiqueta pix' }).press('Enter');
  await expect(tags).toBeEmpty();
  await expect(tags).toBeFocused();
  await desk.getByLabel('Nova nota, só para a equipe').fill('Conferir no banco.');
  await desk.getByRole('button', { name: 'Anotar' }).click();
  await expect(desk.getByRole('paragraph').filter({ hasText: 'Conferir no banco.' })).toBeVisible();
  await desk.getByLabel('Resposta', { exact: true }).fill('Já devolvemos o segundo Pix.');
  await desk.getByRole('button', { name: 'Responder' }).click();
  await expect(desk.getByRole('list', { name: 'Conversa' })).toContainText('Já devolvemos o segundo Pix.');
  await desk.getByRole('button', { name: 'Resolver' }).click();
  await expect(desk.getByText(/^Resolvido em/)).toBeVisible();

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notificações, \d+ não lidas?/ })
    .click();
  await page.getByRole('link', { name: /Seu ticket foi respondido/ }).click();
  await expect(page.getByRole('heading', { name: subject })).toBeInViewport();
  await expect(page.getByText('Já devolvemos o segundo Pix.')).toBeVisible();
  await expect(page.getByText('Conferir no banco.')).toBeHidden();
  // The open conversation updates live, and a long pasted text wraps.
  const code = `000201${'26BR'.repeat(60)}`;
  await desk.getByLabel('Resposta', { exact: true }).fill(code);
  await desk.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByRole('list', { name: 'Conversa' })).toContainText(code);
  await page.getByRole('radio', { name: '4 estrelas' }).check({ force: true });
  await expect(page.getByText('Agradecemos a avaliação!')).toBeVisible();
  await expect(page.getByRole('radio', { name: '4 estrelas' })).toBeFocused();
  // A photo counts as a reply, which reopens the ticket.
  await page
    .getByRole('listitem')
    .getByLabel(/^Foto ou PDF/)
    .setInputFiles({ name: 'pix.png', mimeType: 'image/png', buffer: PHOTO });
  await page.getByRole('listitem').getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByRole('button', { name: 'Abrir foto: pix.png' })).toBeVisible();
  await expect(page.getByRole('listitem').getByLabel(/^Foto ou PDF/)).toHaveValue('');
  await expectPageChecks(page);

  await desk.goto('/admin/support-metrics?dias=7');
  await expect(desk.getByRole('heading', { name: 'Abertos por hora do dia' })).toBeVisible();
  await expectPageChecks(desk);
  await desk.context().close();
});

// @covers beyond: 'O suporte está escrevendo…' and read marks in an open ticket, for its two sides only
//   [server/support/signal-ticket.ts, server/notifications/deliver-signals.ts]
test('shows each side that the other is typing and has read', async ({ page, browser, request }) => {
  const email = await createPerson(request);
  const subject = `Cadê ${randomUUID().slice(0, 8)}`;
  const opened = await request.post('/api/support-tickets', {
    headers: await bearerOf(request, email),
    data: { subject, message: 'Paguei e cadê?', priority: 'normal' },
  });
  const { id } = (await opened.json()) as { id: string };
  await openAs(page, email, `/suporte?ticket=${id}`);
  const desk = await openAtDesk(browser, 'suporte@exemplo.com.br', `/admin/support?ticket=${id}`);
  await expect(page.getByText('Vista pela equipe')).toBeVisible();
  await desk.getByLabel('Resposta', { exact: true }).pressSequentially('Oi');
  await expect(page.getByText('O suporte está escrevendo…')).toBeVisible();
  await expectPageChecks(page);
  await expect(page.getByText('O suporte está escrevendo…')).toBeHidden({ timeout: 15_000 });
  await page.getByLabel('Sua resposta').pressSequentially('Alô?');
  await expect(desk.getByText(/está escrevendo…$/)).toBeVisible();
  await page.getByRole('listitem').getByRole('button', { name: 'Responder' }).click();
  // The message replaces the typing indicator at once.
  await expect(desk.getByRole('list', { name: 'Conversa' })).toContainText('Alô?');
  await expect(desk.getByText(/está escrevendo…$/)).toBeHidden();
  await desk.getByRole('button', { name: 'Responder' }).click();
  await expect(desk.getByText(/^Lida por /)).toBeVisible();
  await desk.context().close();
});

test('adds a quick reply, restores a deleted one, and makes it a macro', async ({ page, request }) => {
  const email = await createPerson(request);
  const subject = `Comprovante ${randomUUID().slice(0, 8)}`;
  const opened = await request.post('/api/support-tickets', {
    headers: await bearerOf(request, email),
    data: { subject, message: 'Cadê o comprovante?', priority: 'normal' },
  });
  expect(opened.ok(), await opened.text()).toBe(true);
  await openAs(page, 'suporte@exemplo.com.br', `/admin/support?busca=${encodeURIComponent(subject)}`);
  // Keyboard focus moves into the ticket, and back to its place in the queue.
  await page.getByRole('link', { name: subject }).press('Enter');
  await expect(page.getByRole('heading', { name: subject })).toBeFocused();
  await page.getByRole('link', { name: 'Voltar à fila' }).press('Enter');
  await expect(page.getByRole('link', { name: subject })).toBeFocused();
  await page.getByRole('link', { name: subject }).click();
  const answer = page.getByLabel('Resposta', { exact: true });
  await answer.fill('Já vejo isso.');
  await page.getByRole('button', { name: 'Respostas rápidas e macros' }).click();
  await page.getByRole('button', { name: 'Editar respostas rápidas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Respostas rápidas' });
  await dialog.getByRole('button', { name: 'Nova resposta rápida' }).click();
  const title = `Recibo ${randomUUID().slice(0, 8)}`;
  await dialog.getByLabel('Nome').fill(title);
  await dialog.getByLabel('Texto').fill('Oi, {fulano}!');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText(/^{fulano} não existe/)).toBeVisible();
  const size = page.viewportSize()!;
  for (const viewport of [{ width: 1280, height: 800 }, size]) {
    await page.setViewportSize(viewport);
    await expectPageChecks(page);
  }
  await dialog.getByLabel('Texto').fill('Oi, {nome}! O recibo está em Meus pedidos.');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  const saved = dialog.getByRole('listitem').filter({ hasText: title });
  await saved.getByRole('button', { name: `Apagar ${title}` }).click();
  await expect(saved).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /^Mudar / }).first()).toBeFocused();
  // The half-written answer behind the dialog is not sent with its form.
  await expect(answer).toHaveValue('Já vejo isso.');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(saved).toBeVisible();
  // With actions it is a macro: found by keyboard, it shows its actions and sends both at once.
  await saved.getByRole('button', { name: 'Mudar' }).click();
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await dialog.getByLabel('Situação').selectOption('Resolvido');
  await dialog.getByLabel('Etiquetas a pôr').fill('recibo, pix');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(saved).toContainText('Situação: Resolvido · Etiquetas: recibo, pix');
  await page.keyboard.press('Escape');
  await answer.fill('');
  await answer.press('/');
  const picker = page.getByRole('dialog', { name: 'Respostas rápidas e macros' });
  await picker.getByLabel('Nome ou palavras do texto').fill(title.toLowerCase());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(answer).toHaveValue('Oi, Rita! O recibo está em Meus pedidos.');
  await expect(answer).toBeFocused();
  const preview = page.getByRole('region', { name: 'Ao enviar, a macro faz' });
  await expect(preview).toContainText('Situação: Aberto → Resolvido');
  await preview.getByRole('button', { name: 'Tirar: Etiquetas' }).click();
  await expect(preview.getByRole('listitem')).toHaveCount(1);
  await expect(preview.getByRole('button', { name: 'Tirar: Situação' })).toBeFocused();
  for (const viewport of [{ width: 1280, height: 800 }, size]) {
    await page.setViewportSize(viewport);
    await expectPageChecks(page);
  }
  await page.getByRole('button', { name: 'Enviar com a macro' }).click();
  await expect(page.getByText(/^Resolvido em/)).toBeVisible();
  await expect(preview).toBeHidden();
  await expect(page.getByRole('list', { name: 'Conversa' })).toContainText('Oi, Rita!');
});

test('hides the support desk from buyers', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/admin/support');
  await expect(page.getByRole('heading', { name: 'Acesso Negado' })).toBeVisible();
});
