/** Atendimento: new tickets are assigned in turn to present agents. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { bearerOf, createPerson, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers panel: support: new tickets go in turn to those present [server/support/assignment/assign-in-turn.job.ts, web/app/support/admin/desk-presence.tsx]
test('assigns a new ticket to the present agent', async ({ page, browser, request }) => {
  const errors = watchForErrors(page);
  const choose = async (choice: string) => {
    await page.goto('/admin/settings');
    await page.getByLabel('Ticket novo vai para').selectOption({ label: choice });
    await page.getByRole('button', { name: 'Salvar atendimento' }).click();
    await expect(page.getByText('Configuração salva.')).toBeVisible();
  };
  await openAs(page, 'admin@exemplo.com.br', '/admin/settings');
  await choose('Por assunto, e o resto em turno');
  await expect(page.getByLabel('Problema com pagamento')).toBeVisible();
  await expectPageChecks(page);

  const desk = await browser.newContext();
  const support = await desk.newPage();
  await openAs(support, 'suporte@exemplo.com.br', '/admin/support?atribuido=mine');
  await support.getByLabel('Estou atendendo').check();
  await expect(support.getByText('Agora: ninguém.')).toHaveCount(0);
  await expectPageChecks(support);

  const subject = `Minha cota ${randomUUID().slice(0, 8)}`;
  const email = await createPerson(request);
  const opened = await request.post('/api/support-tickets', {
    headers: await bearerOf(request, email),
    data: { subject, message: 'Onde vejo?' },
  });
  const { id } = (await opened.json()) as { id: string };
  await support.goto('/notifications');
  await expect(support.getByText(subject).first()).toBeVisible();
  await support.goto(`/admin/support?ticket=${id}`);
  await expect(support.getByLabel('Responsável').last()).toHaveValue(/.+/);
  await support.getByLabel('Estou atendendo').uncheck();
  await expect(support.getByLabel('Estou atendendo')).not.toBeChecked();
  await desk.close();

  await choose('Ninguém: a equipe escolhe na fila');
  expect(errors).toEqual([]);
});
