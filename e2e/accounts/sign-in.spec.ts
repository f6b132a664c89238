/** Sign-up, sign-in, sign-out and access control (spec: storefront, sections 2, 5 and 8). */
import { expect } from '@playwright/test';
import { messageTo } from '../kit/people/mailbox.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import {
  createPerson,
  fillLogin,
  newCpf,
  newEmail,
  PASSWORD,
  signIn,
  signOut,
} from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers storefront 5: 'Nome é obrigatório', 'Senhas não coincidem', 'Senha deve ter pelo menos 6 caracteres',
//   'Email e senha são obrigatórios'; an edit clears the error [web/app/accounts/sign-in/authenticate-with.ts]
// @covers storefront 8: 'Este email já está cadastrado. Tente fazer login.'
//   [web/app/accounts/auth-error-messages.ts]
// @covers storefront 8: 'Conta criada com sucesso! Bem-vindo!', 'Login realizado com sucesso!'
//   [web/app/accounts/sign-in/authenticate-with.ts]
test('shows every sign-up error, then signs up', async ({ page, request }) => {
  const taken = await createPerson(request);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Criar conta' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Criar sua conta' })).toBeFocused();
  const error = page.getByRole('main').getByRole('alert');
  const submit = () => page.getByRole('button', { name: 'Criar conta', exact: true }).click();
  const name = page.getByLabel('Nome completo');
  const email = page.getByRole('main').getByLabel('E-mail');
  const password = page.getByLabel('Senha', { exact: true });
  const confirmation = page.getByLabel('Confirmar senha');

  await expect(confirmation).toBeVisible();
  await submit();
  await expect(error).toHaveText('Email e senha são obrigatórios');
  await expectAccessible(page);
  await email.fill(taken);
  await expect(error).toBeHidden();
  await password.fill('curta');
  await submit();
  await expect(error).toHaveText('Nome é obrigatório');
  await name.fill('Rita Lima');
  await confirmation.fill('outra');
  await page.setViewportSize({ width: 360, height: 500 });
  await confirmation.press('Enter');
  await expect(error).toHaveText('Senhas não coincidem');
  await expect(error).toBeInViewport({ ratio: 1 });
  await expect(confirmation).toBeFocused();
  await confirmation.fill('curta');
  await submit();
  await expect(error).toHaveText('Senha deve ter pelo menos 6 caracteres');
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
  await submit();
  await expect(error).toHaveText('Este email já está cadastrado. Tente fazer login.');

  await email.fill(newEmail());
  await submit();
  await expect(page.getByText('Conta criada com sucesso! Bem-vindo!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Olá, Rita' })).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/dashboard$/);
});

// @covers storefront 6: 'Acesso Restrito', 'Você precisa estar logado para acessar esta página.', 'Fazer Login'
//   [web/app/session/signed-in-only.tsx]
// @covers storefront 6: signed-in users are redirected from /auth [web/app/accounts/sign-in/auth-page.tsx]
// @covers storefront 8: 'Email ou senha incorretos' [web/app/accounts/auth-error-messages.ts]
// @covers storefront 8: 'Conta criada com sucesso! Bem-vindo!', 'Login realizado com sucesso!'
test('rejects a wrong password, signs in with the right one, and signs out', async ({ page, request }) => {
  const email = await createPerson(request);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await expect(page.getByText('Você precisa estar logado para acessar esta página.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Fazer Login' }).click();

  await fillLogin(page, email, 'errada');
  const error = page.getByRole('main').getByRole('alert');
  await expect(error).toHaveText('Email ou senha incorretos');
  await page.getByRole('button', { name: 'Mostrar senha' }).click();
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await expect(error).toBeHidden();
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
});

// @covers community 6: /admin asks for the admin role; an admin always remains
//   [server/accounts/safety/last-admin.ts]
// @covers storefront 4: admin flag from the profile's role after each change [web/app/session/use-role.ts]
// @covers storefront 6: 'Acesso Negado', 'Você não possui permissão para acessar esta área.'
//   [web/app/session/signed-in-only.tsx]
// @covers storefront 8: 'Erro ao carregar dados administrativos' with 'Tentar Novamente'
//   [web/app/admin/dashboard/dashboard-page.tsx]
test('opens the admin panel to admins only', async ({ page, request }) => {
  const errors = watchForErrors(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await signIn(page, await createPerson(request), '/admin');
  await expect(page.getByRole('heading', { name: 'Acesso Negado' })).toBeVisible();
  await expect(page.getByText('Você não possui permissão para acessar esta área.')).toBeVisible();
  await expectAccessible(page);
  await signOut(page);

  await signIn(page, 'admin@exemplo.com.br', '/admin');
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pedidos recentes' })).toBeVisible();
  await expectPageChecks(page);
  expect(errors).toEqual([]);

  await page.route('**/api/admin/overview', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Erro ao carregar dados administrativos')).toBeVisible();
  await page.unroute('**/api/admin/overview');
  await page.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expect(page.getByRole('heading', { name: 'Pedidos recentes' })).toBeVisible();
});

// @covers community 2: /minha-conta: to /auth when not signed in; greeting with the e-mail
//   [web/app/accounts/profile/profile-page.tsx]
test('requires sign-in for Minha Conta, and saves the profile', async ({ page, request }) => {
  const email = await createPerson(request);
  await page.goto('/minha-conta');
  await expect(page).toHaveURL(/\/auth\?voltar=/);
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByText(`Olá, ${email}`)).toBeVisible();
  await page.getByLabel('Nome completo').fill('Rita Souza Lima');
  await page.getByLabel('Telefone').pressSequentially('82999990001');
  await page.getByLabel('CPF').pressSequentially('11111111111');
  await page.getByLabel('Data de nascimento').pressSequentially('1/1/2020');
  await page.getByLabel('Cidade onde você mora').selectOption('Outra cidade');
  await expect(page.getByLabel('Nome da cidade')).toBeVisible();
  // The date of birth keeps the focus: its validation message comes on submit, so no button moves before.
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Informe o estado.')).toBeVisible();
  await expect(page.getByText('É preciso ter 18 anos ou mais para participar.')).toBeVisible();
  await expect(page.getByText('Este CPF não existe.')).toBeVisible();
  await expectPageChecks(page);

  await page.getByLabel('CPF').fill(newCpf());
  await page.getByLabel('Data de nascimento').fill('28/02/1990');
  await page.getByLabel('Cidade onde você mora').selectOption('Maceió');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Dados salvos!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Telefone')).toHaveValue('(82) 99999-0001');
  await expect(page.getByLabel('Data de nascimento')).toHaveValue('28/02/1990');
  await expect(page.getByLabel('Cidade onde você mora')).toHaveValue('Maceió');
});

test('resets a password with a mailed code', async ({ page, request }) => {
  const email = await createPerson(request);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expectAccessible(page);
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page
    .getByRole('main')
    .getByRole('button', { name: /Enviar/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Veja seu e-mail' })).toBeVisible();
  await expectAccessible(page);
  const mail = await messageTo(email, 'trocar a senha');
  await page.getByLabel('Código de 6 números').fill(/digite o código: (\d{6})/.exec(mail)![1]!);
  await page.getByLabel('Código de 6 números').press('Enter');
  await expect(page.getByRole('heading', { name: 'Criar nova senha' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Nova senha').fill('outra-senha');
  await page.getByLabel('Confirmar senha').fill('outra-senha');
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await signOut(page);
  await signIn(page, email, '/dashboard', 'outra-senha');
});

test('keeps the typed e-mail and the return path over sign-up and a forgotten password', async ({
  page,
  request,
  context,
}) => {
  const existingEmail = await createPerson(request);
  await page.goto('/auth?voltar=%2Fcheckout');
  const email = page.getByRole('main').getByLabel('E-mail');
  await email.fill(existingEmail);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(email).toHaveValue(existingEmail);
  await page.getByLabel('Nome completo').fill('Rita Lima');
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmar senha').fill(PASSWORD);
  const signUp = page.waitForRequest(/signup/);
  await page.getByRole('button', { name: 'Criar conta', exact: true }).click();
  // The target of the link in a confirmation mail.
  const target = new URL(new URL((await signUp).url()).searchParams.get('redirect_to')!);
  expect(target.pathname + target.search).toBe('/auth?voltar=%2Fcheckout');
  await expect(page.getByText('Este email já está cadastrado. Tente fazer login.')).toBeVisible();
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(email).toHaveValue(existingEmail);

  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(email).toHaveValue(existingEmail);
  await page.getByRole('link', { name: 'Voltar para o login' }).click();
  await expect(page).toHaveURL('/auth?voltar=%2Fcheckout');
  await page.goBack();
  await page.getByRole('main').getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('heading', { name: 'Veja seu e-mail' })).toBeVisible();
  const mail = await messageTo(existingEmail, 'trocar a senha');
  const tab = await context.newPage();
  await tab.goto(/https?:\S+verify\S+/.exec(mail)![0]);
  await tab.getByLabel('Nova senha').fill('outra-senha');
  await tab.getByLabel('Confirmar senha').fill('outra-senha');
  await tab.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(tab).toHaveURL(/\/checkout$/);
});

test('wraps a long address after a forgotten password', async ({ page }) => {
  await page.goto('/auth/recuperar-senha');
  await page.getByRole('main').getByLabel('E-mail').fill(newEmail());
  await page.getByRole('main').getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('heading', { name: 'Veja seu e-mail' })).toBeVisible();
  await expectPageChecks(page);
});

test('asks a buyer who confirmed the e-mail in another browser to sign in', async ({ page }) => {
  await page.goto('/auth?voltar=%2Fcheckout&code=of-another-browser');
  await expect(
    page.getByText('Se você acabou de confirmar seu e-mail, falta só entrar com a sua senha.'),
  ).toBeVisible();
});
