/** Files of a new ticket that cannot be sent. */
import { expect } from '@playwright/test';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { createPerson, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers beyond: a file of a new ticket that is too large is named before it is sent; one that cannot be read, after
//   [web/app/support/tickets/ticket-files.ts, web/app/support/tickets/ticket-form.tsx]
test('opens a ticket without the file that cannot be read, and keeps no file for the next one', async ({
  page,
  request,
}) => {
  await openAs(page, await createPerson(request), '/suporte');
  const file = page.getByLabel(/^Foto ou PDF/);
  const send = page.getByRole('button', { name: 'Enviar Ticket' });
  await page.getByLabel('Assunto').fill('Paguei duas vezes');
  await page.getByLabel('Mensagem').fill('Segue o comprovante.');
  const pdf = { name: 'extrato.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5_000_001, '%') };
  await file.setInputFiles(pdf);
  await send.click();
  await expect(page.getByText('O arquivo tem mais de 5 MB. Envie um menor.')).toBeVisible();
  await expect(file).toBeFocused();
  await expectPageChecks(page);
  await file.setInputFiles({ name: 'pix.png', mimeType: 'image/png', buffer: Buffer.from('não é uma foto') });
  await send.click();
  await expect(page.getByText(/Seu ticket foi aberto, mas sem o arquivo/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Paguei duas vezes' })).toBeVisible();
  await expect(file).toHaveValue('');
});
