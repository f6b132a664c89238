/** A press that the server answers with 503, as during a restart of its database: nothing is lost, and the next one works. */
import { expect } from '@playwright/test';
import { failNext, SHOP_UNAVAILABLE } from '../kit/page/outage.ts';
import { codeIn, messageTo } from '../kit/people/mailbox.ts';
import { createPerson, fillLogin, openAs, PASSWORD } from '../kit/people/people.ts';
import { ageProofs } from '../kit/people/sessions.ts';
import { test } from '../kit/test.ts';

test('keeps the typed password of a sign-in', async ({ page, request }) => {
  const email = await createPerson(request);
  await page.goto('/auth');
  await failNext(page, 'POST', '/auth/v1/token');
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(SHOP_UNAVAILABLE);
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('keeps the code of a sign-in without a password', async ({ page, request }) => {
  const email = await createPerson(request);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Entrar com código' }).click();
  await page.getByLabel('E-mail ou celular').fill(email);
  await failNext(page, 'POST', '/auth/v1/access-codes');
  const send = page.getByRole('button', { name: 'Receber código' });
  await send.click();
  await expect(page.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await send.click();
  const code = codeIn(await messageTo(email, 'Seu código para entrar'));
  const field = page.getByLabel('Código de 6 números');
  await failNext(page, 'POST', '/auth/v1/access-codes/verify');
  // The sixth digit sends it.
  await field.fill(code);
  await expect(page.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await expect(field).toHaveValue(code);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('keeps the password typed as a proof', async ({ page, request }) => {
  const email = await createPerson(request);
  await openAs(page, email, '/auth/nova-senha');
  await ageProofs(email);
  await page.getByLabel('Nova senha').fill('outra-senha-longa');
  await page.getByLabel('Confirmar senha').fill('outra-senha-longa');
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const field = dialog.getByLabel('Sua senha');
  await field.fill(PASSWORD);
  await failNext(page, 'POST', '/api/me/proof');
  const confirm = dialog.getByRole('button', { name: 'Confirmar e continuar' });
  await confirm.click();
  await expect(dialog.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await expect(field).toHaveValue(PASSWORD);
  await confirm.click();
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
});
