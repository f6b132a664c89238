/** Unsent texts of visitors and of the desk survive a reload of their tab. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { bearerOf, createPerson, openAs } from '../kit/people.ts';
import { test } from '../kit/test.ts';

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
  const openTicket = async (subject: string) => {
    const opened = await request.post('/api/support-tickets', {
      headers: await bearerOf(request, await createPerson(request)),
      data: { subject, message: 'Paguei e cadê?', priority: 'normal' },
    });
    return ((await opened.json()) as { id: string }).id;
  };
  const [id, otherId] = [await openTicket(`Cadê ${randomUUID()}`), await openTicket(`Outra ${randomUUID()}`)];
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

  // Each ticket has its own.
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
