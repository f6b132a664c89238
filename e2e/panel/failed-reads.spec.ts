/** Reads of the panel that fail: nothing untrue is shown instead. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { failReads } from '../kit/page/outage.ts';
import { bearerOf, createPerson, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test('offers quick replies again that did not load', async ({ page, request }) => {
  const opened = await request.post('/api/support-tickets', {
    headers: await bearerOf(request, await createPerson(request)),
    data: { subject: `Minha cota ${randomUUID().slice(0, 8)}`, message: 'Onde vejo?' },
  });
  const { id } = (await opened.json()) as { id: string };
  const recover = await failReads(page, '/api/desk/quick-replies', 400);
  await openAs(page, 'suporte@exemplo.com.br', `/admin/support?ticket=${id}`);
  await page.getByRole('button', { name: 'Respostas rápidas e macros' }).click();
  const dialog = page.getByRole('dialog', { name: 'Respostas rápidas e macros' });
  await expect(dialog.getByText('Não foi possível carregar as respostas.')).toBeVisible();
  await expect(dialog.getByText(/^Nenhuma ainda/)).toHaveCount(0);
  await recover();
  await dialog.getByRole('button', { name: 'Tentar Novamente' }).press('Enter');
  await expect(dialog.getByLabel('Nome ou palavras do texto')).toBeVisible();
});
