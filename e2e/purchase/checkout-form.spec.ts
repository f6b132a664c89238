/** The checkout form keeps its draft across reloads and sign-ins, and saves it to the account. */
import { expect, type Page } from '@playwright/test';
import { BIZ, DRAWN } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import {
  createBuyer,
  bearerOf,
  createPerson,
  fillLogin,
  newCpf,
  openAs,
  PASSWORD,
  signIn,
  signOut,
  stateResidence,
} from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const PHONE = '(82) 98888-7777';
const CPF = newCpf();

async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel('Telefone')).toHaveValue(PHONE);
  await expect(page.getByLabel('CPF')).toHaveValue(CPF);
}

// @covers storefront 5: checkout input survives a reload and a new sign-in; phone and CPF are saved to an account
//   without them; the first order needs a CPF ([decision 010](decisions/010-one-person.md))
//   [web/app/purchase/checkout/customer/customer-draft.ts, server/accounts/profile/save-buyer-details.ts]
test('explains a CPF of another account next to the pay button, with ways to resolve it', async ({
  page,
  request,
}) => {
  const cpf = newCpf();
  const owner = await bearerOf(request, await createPerson(request));
  await stateResidence(request, owner.authorization, { cpf });
  const email = await createPerson(request);
  const { authorization } = await bearerOf(request, email);
  await stateResidence(request, authorization, { cpf: null });
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByLabel('CPF').fill(cpf);
  const pay = page.getByRole('button', { name: 'Pagar com PIX' });
  await pay.click();
  const note = page.getByRole('alert').filter({ hasText: 'Confira o CPF' });
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(note).toContainText('Este CPF já é de outra conta.');
  await expect(note.getByRole('button', { name: 'Entrar na outra conta' })).toBeVisible();
  await expect(note.getByRole('link', { name: 'Falar com o suporte' })).toHaveAttribute('href', '/suporte');
  await expectPageChecks(page);
  await page.getByLabel('CPF').fill(newCpf());
  await pay.click();
  await expect(page).toHaveURL(/\/pedido\//);
});

test('keeps the selection when the other account of a CPF signs in', async ({ page, request }) => {
  const cpf = newCpf();
  const owner = await createPerson(request);
  await stateResidence(request, (await bearerOf(request, owner)).authorization, { cpf });
  const email = await createPerson(request);
  await stateResidence(request, (await bearerOf(request, email)).authorization, { cpf: null });
  await signIn(page, email, `/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  await page.getByLabel('CPF').fill(cpf);
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await page.getByRole('button', { name: 'Entrar na outra conta' }).press('Enter');
  // Until then the form of the checkout also has an e-mail field.
  await expect(page).toHaveURL(/\/auth\?/);
  await fillLogin(page, owner, PASSWORD);
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByText(/R\$\s2,50/).last()).toBeVisible();

  await signOut(page);
  await signIn(page, email, `/rifa/${BIZ}`);
  await page.getByRole('button', { name: /^Participar · / }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Ouro', { exact: true }).click();
  await sheet.getByLabel('CPF').fill(cpf);
  await sheet.getByRole('button', { name: 'Pagar com Pix' }).click();
  await sheet.getByRole('button', { name: 'Entrar na outra conta' }).press('Enter');
  await expect(page).toHaveURL(/\/auth\?/);
  // On a slow network the plans load after the sheet.
  const sendPlans = Promise.withResolvers<void>();
  await page.route('**/api/purchase-tiers', async (route) => {
    await sendPlans.promise;
    await route.continue();
  });
  await page.reload();
  await fillLogin(page, owner, PASSWORD);
  await expect(sheet).toBeVisible();
  sendPlans.resolve();
  await expect(sheet.getByRole('radio', { name: /Ouro/ })).toBeChecked();
});

test('keeps the total and the pay button in view on the smallest phones', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const email = await createPerson(request);
  await signIn(page, email, `/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  const pay = page.getByRole('button', { name: 'Pagar com Pix' });
  await expect(page.getByLabel('Nome completo')).toBeInViewport({ ratio: 1 });
  await expect(pay).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^R\$\s2,50$/).last()).toBeInViewport({ ratio: 1 });
  await pay.click();
  await expect(page.getByLabel('Data de nascimento')).toBeFocused();
  await expect(page.getByText('Informe a data de nascimento.')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('CEP')).toBeHidden();
  await page.getByText('CEP e endereço').click();
  await page.getByLabel('CEP').fill('5703');
  await page.getByText('CEP e endereço').click();
  await expect(page.getByText('O CEP tem 8 números.')).toBeVisible();
  await expectPageChecks(page);
});

// @covers storefront 4: a session ended elsewhere ends here with the first rejection, also that of a press
//   [web/app/fetching/browser-query-client.ts]
test('keeps the checkout form when the network or the session is lost', async ({ page, request }) => {
  const email = await createPerson(request);
  const { authorization } = await bearerOf(request, email);
  await stateResidence(request, authorization, { cpf: null });
  await signIn(page, email, `/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  const name = page.getByLabel('Nome completo');
  await name.fill('Ana '.repeat(31));
  await name.blur();
  await expect(page.getByText('O nome pode ter até 120 letras.')).toBeVisible();
  await name.fill('Rita Lima');
  const emailField = page.getByRole('main').getByLabel('E-mail');
  await emailField.fill('digitado.errado@exemplo.com.br');
  await expect(emailField).toHaveAccessibleDescription(new RegExp(`não para o da sua conta \\(${email}\\)`));
  await emailField.fill(email);
  await expect(emailField).not.toHaveAccessibleDescription(/sua conta/);
  await page.getByLabel('Telefone').fill(PHONE);
  await page.getByLabel('CPF').fill(CPF);
  await page.reload();
  await expectTyped(page);

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(page.getByText('Erro de conexão. Verifique sua internet.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar com Pix' })).toBeEnabled();
  const offline = page.getByText(/^Sem conexão\. O que você preencheu fica aqui\./).filter({ visible: true });
  await expect(offline).toBeInViewport({ ratio: 1 });
  await page.context().setOffline(false);
  await expect(offline).toHaveCount(0);
  await expect(page.getByText(/R\$\s2,50/).last()).toBeVisible();

  // Another device ends all sessions. Without the event stream the page does not know before the click.
  await page.route('**/api/notifications/live', (route) => route.abort());
  const elsewhere = await bearerOf(request, email);
  await request.post('/auth/v1/logout?scope=global', { headers: elsewhere });
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await expect(page.getByText('Seu acesso terminou')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Seu acesso terminou')).toBeVisible();
  // The pointer rests on the notice of the lost network, which keeps it open.
  await page.getByRole('link', { name: 'Fazer Login' }).press('Enter');
  await fillLogin(page, email, PASSWORD);
  await expectTyped(page);

  await page.getByRole('button', { name: 'Pagar no MercadoPago' }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento Pendente' })).toBeVisible();
  await page.goto('/minha-conta');
  await expectTyped(page);
  await page.goto('/dashboard');
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('Complete seu perfil.')).toBeHidden();
});

test('links a drawn rifa from the checkout', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/checkout?rifa=${DRAWN}`);
  await expect(page).toHaveURL(`/rifa/${DRAWN}`);
  await expect(page.getByText('O sorteio desta rifa já aconteceu.')).toBeVisible();
});
