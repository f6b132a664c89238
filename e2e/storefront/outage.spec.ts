/** A press that the server answers with 503, as during a restart of its database: nothing is lost, and the next one works. */
import { expect, type APIRequestContext } from '@playwright/test';
import { failNext, SHOP_UNAVAILABLE } from '../kit/page/outage.ts';
import { codeIn, messageTo } from '../kit/people/mailbox.ts';
import { bearerOf, createPerson, fillLogin, newPhone, openAs, PASSWORD } from '../kit/people/people.ts';
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

/** Adds a phone to an account as its second factor, through the API. */
async function addPhoneFactor(request: APIRequestContext, email: string, phone: string): Promise<void> {
  const headers = await bearerOf(request, email);
  const post = async (path: string, data: object) => {
    const response = await request.post(`/auth/v1/factors${path}`, { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { id: string }).id;
  };
  const factor = await post('', { factor_type: 'phone', phone: `+55${phone}` });
  const challenge = await post(`/${factor}/challenge`, { channel: 'sms' });
  const code = codeIn(await messageTo(`+55${phone}`, 'seu código é'));
  await post(`/${factor}/verify`, { challenge_id: challenge, code });
}

test('sends the code of the second factor at a further press', async ({ page, request }) => {
  const email = await createPerson(request);
  await addPhoneFactor(request, email, newPhone());
  await page.goto('/auth');
  await failNext(page, 'POST', '/auth/v1/factors/*/challenge');
  await fillLogin(page, email, PASSWORD);
  const main = page.getByRole('main');
  await expect(main.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await main.getByRole('button', { name: 'Tentar de novo' }).press('Enter');
  await expect(main.getByText('Enviamos um código por SMS para o seu celular.')).toBeVisible();
  await expect(main.getByLabel('Código de 6 números')).toBeFocused();
});

test('leaves the focus on a button that disconnected nothing', async ({ page, request }) => {
  const email = await createPerson(request);
  await bearerOf(request, email);
  await openAs(page, email, '/minha-conta/seguranca');
  await failNext(page, 'POST', '/auth/v1/logout');
  const button = page.getByRole('button', { name: 'Desconectar todos os outros' });
  await button.press('Enter');
  await expect(page.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-busy');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Só neste aparelho.')).toBeFocused();
});
