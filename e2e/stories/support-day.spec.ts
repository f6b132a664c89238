/** A buyer with a mistyped e-mail address asks for her cotas, and the desk corrects it. */
import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { messageTo } from '../kit/people/mailbox.ts';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { createBuyer, newEmail, openAs, openAtDesk } from '../kit/people/people.ts';
import { placeOrderOver } from '../kit/payments/purchases.ts';
import { expectStatus, payByPix } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const subject = `Paguei e cadê? ${randomUUID().slice(0, 8)}`;

test('answers a ticket, corrects the contact and refunds the order', async ({
  page,
  browser,
  request,
}, info) => {
  const [kept, returned] = [await createRifa(request), await createRifa(request)];
  const buyer = await createBuyer(request);
  const reference = await placeOrderOver(
    { request },
    {
      authorization: buyer.authorization,
      email: newEmail(),
      lines: [
        { rifaId: kept.id, quantity: 3, price: 2 },
        { rifaId: returned.id, quantity: 2, price: 2 },
      ],
    },
  );
  await payByPix(request, reference);

  // She asks about the order through the link on its page.
  await openAs(page, buyer.email, `/suporte?pedido=${reference}`);
  await page.getByLabel('Assunto').fill(subject);
  await page.getByLabel('Mensagem').fill(`Não chegou e-mail nenhum. E não quero mais ${returned.title}.`);
  await page.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();

  const desk = await openTicket(browser);
  await expect(desk.getByRole('link', { name: `${kept.title} e mais 1 rifa` }).first()).toBeVisible();
  await desk.getByRole('button', { name: 'Assumir' }).click();
  await reply(desk, 'Seu e-mail estava errado na compra. Estamos corrigindo.');

  await correctContact(browser, reference, buyer.email);
  expect(await messageTo(buyer.email, 'corrigiu o e-mail')).toContain(reference);
  await refundLine(browser, reference, returned.title);
  await expect(async () => {
    await page.goto(`/pedido/${reference}`);
    await expect(page.getByText(/2 cotas devolvidas e R\$\s4,00 de volta/)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expectStatus(request, reference, 'paid');

  // She reads the answer, asks one more question, and rates the ticket.
  await reply(desk, `Pronto: ${kept.title} continua sua, e o resto voltou para a sua conta.`);
  await resolve(desk);
  await openConversation(page);
  await page.getByLabel('Sua resposta').fill('E o recibo novo?');
  await page.getByRole('listitem').getByRole('button', { name: 'Responder' }).click();
  await expect(desk.getByRole('list', { name: 'Conversa' })).toContainText('E o recibo novo?');
  await reply(desk, 'Está no seu e-mail.');
  await resolve(desk);
  await openConversation(page);
  await page.getByRole('radio', { name: '5 estrelas' }).check({ force: true });
  await expect(page.getByText('Agradecemos a avaliação!')).toBeVisible();

  await desk.context().close();
  await expectStoryConsistent({ request, info, rifas: [kept.id, returned.id] });
});

async function openTicket(browser: Browser): Promise<Page> {
  const desk = await openAtDesk(
    browser,
    'suporte@exemplo.com.br',
    `/admin/support?busca=${encodeURIComponent(subject)}`,
  );
  await desk.getByRole('link', { name: subject }).click();
  return desk;
}

async function reply(desk: Page, text: string): Promise<void> {
  await desk.getByLabel('Resposta', { exact: true }).fill(text);
  await desk.getByRole('button', { name: 'Responder' }).click();
  await expect(desk.getByRole('list', { name: 'Conversa' })).toContainText(text);
}

async function resolve(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Resolver' }).click();
  await expect(desk.getByText(/^Resolvido em/)).toBeVisible();
}

async function openConversation(page: Page): Promise<void> {
  await page.goto('/suporte');
  await page.getByRole('listitem').filter({ hasText: subject }).getByRole('button').first().click();
  await expect(page.getByRole('list', { name: 'Conversa' })).toBeVisible();
}

async function openOrder(browser: Browser, reference: string): Promise<Page> {
  const admin = await openAtDesk(browser, 'admin@exemplo.com.br', `/admin/pedidos?busca=${reference}`);
  await admin.getByRole('list', { name: 'Pedidos' }).getByRole('link').first().click();
  await expect(admin.getByRole('heading', { name: 'Livro-caixa' })).toBeVisible();
  return admin;
}

async function correctContact(browser: Browser, reference: string, email: string): Promise<void> {
  const admin = await openOrder(browser, reference);
  const ofAccount = admin.getByText('E-mail da conta, que é outro');
  await expect(ofAccount).toBeVisible();
  await admin.getByRole('button', { name: 'Corrigir contato' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Por que corrigir').fill('Endereço digitado errado.');
  await dialog.getByRole('button', { name: 'Corrigir', exact: true }).click();
  await expect(admin.getByText('Contato corrigido!')).toBeVisible();
  await expect(admin.getByText(/^O recibo não vai de novo sozinho/)).toBeVisible();
  await expect(ofAccount).toBeHidden();
  await admin.context().close();
}

async function refundLine(browser: Browser, reference: string, title: string): Promise<void> {
  const admin = await openOrder(browser, reference);
  await admin.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = admin.getByRole('dialog');
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  await dialog.getByRole('checkbox', { name: title }).check();
  await dialog.getByLabel('Motivo').fill('Desistiu desta rifa.');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: /^Devolver R\$\s4,00/ }).click();
  await expect(dialog).toBeHidden();
  // The open page shows the provider's state.
  await expect(admin.getByText(/R\$\s4,00, feito \(pela equipe\)/)).toBeVisible({ timeout: 45_000 });
  await expect(admin.getByRole('definition').filter({ hasText: /^R\$\s4,00$/ })).toBeVisible();
  await admin.context().close();
}
