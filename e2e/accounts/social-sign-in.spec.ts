/** Sign-in with an identity provider, linking and unlinking it. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectPageChecks } from '../kit/page/page-checks.ts';
import { createPerson, newEmail, signIn, signOut } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test.beforeEach(async ({ request }) => {
  const settings = (await (await request.get('/auth/v1/settings')).json()) as {
    external: { google: boolean };
  };
  test.skip(!settings.external.google, 'the site has no provider to sign in at');
});

/** On the provider's own page. */
async function answerProvider(page: Page, email: string | null): Promise<void> {
  if (email) await page.getByLabel('E-mail no provedor').fill(email);
  await page.getByRole('button', { name: email ? 'Continuar' : 'Recusar' }).click();
}

test('signs up with Google, returns to the starting page, and signs in again', async ({ page }) => {
  const email = newEmail();
  await page.goto('/auth?voltar=/minha-conta');
  await page.getByRole('button', { name: 'Continuar com Google' }).click();
  await answerProvider(page, null);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'O acesso foi recusado. Tente de novo ou entre com e-mail e senha.',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continuar com Google' }).click();
  await answerProvider(page, email);
  await expect(page).toHaveURL(/\/minha-conta$/);
  await expect(page.getByText(`Olá, ${email}`)).toBeVisible();
  await expect(page.getByText(/Você aceitou a versão 1 em/)).toBeVisible();
  await signOut(page);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continuar com Google' }).click();
  await answerProvider(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);

  // The last sign-in method cannot be unlinked.
  await page.goto('/minha-conta/seguranca');
  await page.getByRole('button', { name: 'Desvincular' }).click();
  await expect(
    page.getByText('Este é o único jeito de entrar na sua conta. Crie outro antes.'),
  ).toBeVisible();
});

test('links a Google account, signs in with it, and unlinks it', async ({ page, request }) => {
  const email = await createPerson(request);
  const elsewhere = newEmail();
  await signIn(page, email, '/minha-conta/seguranca');
  await page.getByRole('button', { name: 'Vincular' }).click();
  await answerProvider(page, elsewhere);
  await expect(page).toHaveURL(/\/minha-conta\/seguranca/);
  await expect(page.getByRole('button', { name: 'Desvincular' })).toBeVisible();
  await expectPageChecks(page);
  await signOut(page);

  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continuar com Google' }).click();
  await answerProvider(page, elsewhere);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/minha-conta');
  await expect(page.getByText(`Olá, ${email}`)).toBeVisible();

  await page.goto('/minha-conta/seguranca');
  await page.getByRole('button', { name: 'Desvincular' }).click();
  await expect(page.getByRole('button', { name: 'Vincular' })).toBeVisible();
  await signOut(page);
  await signIn(page, email, '/dashboard');
});

test('shows the captcha widget and sends its token', async ({ page }) => {
  await page.route('**/auth/v1/settings', async (route) => {
    const response = await route.fetch();
    const settings = (await response.json()) as object;
    const captcha = { provider: 'hcaptcha', site_key: 'da-loja', script_url: '/captcha.js' };
    await route.fulfill({ response: response, json: { ...settings, captcha } });
  });
  await page.route('**/captcha.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.hcaptcha = { render(box, { sitekey, callback }) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'Não sou um robô';
        button.onclick = () => callback('token-' + sitekey);
        box.append(button);
      } };`,
    }),
  );
  await page.goto('/auth');
  await page.getByRole('main').getByLabel('E-mail').fill(newEmail());
  await page.getByLabel('Senha', { exact: true }).fill('qualquer');
  await expect(page.getByRole('button', { name: 'Não sou um robô' })).toBeVisible();
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  const error = page.getByRole('main').getByRole('alert');
  await expect(error).toHaveText('Confirme que você não é um robô.');
  await page.getByRole('button', { name: 'Não sou um robô' }).click();
  const sentRequest = page.waitForRequest('**/auth/v1/token?grant_type=password');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  expect((await sentRequest).postDataJSON()).toMatchObject({
    gotrue_meta_security: { captcha_token: 'token-da-loja' },
  });
  await expect(error).toHaveText('Email ou senha incorretos');
  // A captcha token works once.
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(error).toHaveText('Confirme que você não é um robô.');
});
