/** Announcing a rifa on sale from its cockpit. */
import { expect } from '@playwright/test';
import { CONSENT_TEXT } from '@mare/domain/personalization/consent.ts';
import { messageTo } from '../../kit/people/mailbox.ts';
import { createRifa } from '../../kit/rifas/new-rifa.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../../kit/page/page-checks.ts';
import { createBuyer, openAs, signInAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

test('announces a rifa to a buyer who accepts offers', async ({ page, browser, request }) => {
  const errors = watchForErrors(page);
  const { email, authorization } = await createBuyer(request);
  const agreed = await request.put('/api/me/consent', {
    headers: { authorization },
    data: {
      measurement: false,
      marketing: true,
      textVersion: CONSENT_TEXT.version,
      decidedAt: new Date().toISOString(),
    },
  });
  expect(agreed.ok(), await agreed.text()).toBe(true);

  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, 'admin@exemplo.com.br');
  const { id, title } = await createRifa(page.request);
  await page.goto(`/admin/rifas/${id}`);
  await page.getByRole('button', { name: 'Divulgar esta rifa' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/pessoas? que aceit/)).toBeVisible();
  await expect(sheet.getByText(/É uma estimativa|ainda sem envios para comparar/)).toBeVisible();
  await sheet.getByLabel('Assunto').fill(`{nome}, chegou: ${title}`);
  await sheet.getByLabel('Com um cupom novo').check();
  await sheet.getByLabel('Código').fill('a');
  await sheet.getByRole('button', { name: 'Revisar' }).click();
  await expect(sheet.getByText('De 3 a 20 letras e números, sem acentos.')).toBeVisible();
  const code = `TESTE${id.replaceAll('-', '').slice(0, 10).toUpperCase()}`;
  await sheet.getByLabel('Código').fill(code);
  await expect(sheet.getByText(`Com o cupom *${code}*`)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Revisar' }).click();
  await expect(sheet.getByText(`{nome}, chegou: ${title}`)).toBeVisible();
  await sheet.getByRole('button', { name: /^Divulgar para/ }).click();
  await expect(sheet.getByText(/A divulgação está saindo para/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByRole('link', { name: `{nome}, chegou: ${title}` })).toBeVisible();
  await expect(page.getByText('Medido, de quem clicou no e-mail')).toBeVisible();
  await page.getByRole('button', { name: 'Divulgar esta rifa' }).click();
  await expect(sheet.getByText(/A próxima pode sair a partir de/)).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Revisar' })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Voltar' }).click();
  await expectPageChecks(page);

  expect(await messageTo(email, code)).toContain(`/rifa/${id}`);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const inbox = await phone.newPage();
  await openAs(inbox, email, '/notifications');
  await expect(inbox.getByText(`Rita, chegou: ${title}`)).toBeVisible();
  await phone.close();
  expect(errors).toEqual([]);
});
