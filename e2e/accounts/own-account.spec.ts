/** Dashboard, profile, privacy, preferences and sessions (spec: community, 2; storefront, 2). */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { messageTo } from '../kit/people/mailbox.ts';
import { expectNoSidewaysScroll, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import {
  createPerson,
  fillLogin,
  newEmail,
  openAs,
  PASSWORD,
  signIn,
  signOut,
} from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers community 2: /results/{id}: 'Situação', 'Data', 'Total', items with image, title, quantity, numbers,
//   value [web/app/orders/order-detail-page.tsx]
// @covers community 8: 'Pedido não encontrado.', 'Não foi possível carregar os detalhes do pedido.'
//   [web/app/orders/order-detail-page.tsx]
// @covers storefront 2: dashboard: 'Minhas Rifas', 'Histórico'; given cotas do not count, received ones do
//   [web/app/accounts/dashboard-page.tsx, server/orders/own/list-holdings.ts]
test('shows cotas and orders, and opens an order for its owner only', async ({ page, browser }) => {
  const errors = watchForErrors(page);
  await openAs(page, 'maria@exemplo.com.br', '/dashboard');
  await expect(page.getByRole('heading', { name: 'Minhas Rifas' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Recibo de / }).first()).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Mostrar mais rifas' }).click();
  await expect(page.getByText('Números sorteados:').first()).toBeVisible();
  await page.getByRole('region', { name: 'Histórico' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/results\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Detalhes do pedido' })).toBeVisible();
  for (const term of ['Situação', 'Data', 'Total'])
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) })).toBeVisible();
  await expectPageChecks(page);
  expect(errors).toEqual([]);

  const otherBuyer = await (await browser.newContext()).newPage();
  await openAs(otherBuyer, 'joana@exemplo.com.br', page.url());
  await expect(otherBuyer.getByRole('heading', { name: 'Pedido não encontrado.' })).toBeVisible();
  await otherBuyer.context().close();
  await page.route('**/api/me/orders/*', (route) => route.abort());
  await page.reload();
  // After three retries.
  await expect(page.getByText('Não foi possível carregar os detalhes do pedido.')).toBeVisible({
    timeout: 60_000,
  });
});

test('shows empty states and missing profile data to a new account', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/dashboard');
  await expect(page.getByText('Você ainda não participa de nenhuma rifa.')).toBeVisible();
  await expect(page.getByText('Nenhuma atividade recente.')).toBeVisible();
  await expect(page.getByText('Complete seu perfil.')).toBeVisible();
  await expectPageChecks(page);
});

test('exports personal data and deletes the account', async ({ page, request }) => {
  const email = await createPerson(request);
  await signIn(page, email, '/minha-conta');
  const privacy = page.getByRole('region', { name: 'Privacidade' });
  const downloading = page.waitForEvent('download');
  await privacy.getByRole('button', { name: 'Baixar meus dados' }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ perfil: [{ email }], pedidos: [] });

  await privacy.getByRole('button', { name: 'Excluir conta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir minha conta' });
  await expectPageChecks(page);
  await dialog.getByRole('button', { name: 'Excluir para sempre' }).click();
  await expect(page.getByText('Sua conta foi excluída.')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const entry = { data: { email, password: PASSWORD } };
  expect((await request.post('/auth/v1/token?grant_type=password', entry)).status()).toBe(400);
});

test('explains why an account with cotas in a coming draw cannot be deleted', async ({ page }) => {
  await openAs(page, 'maria@exemplo.com.br', '/minha-conta');
  await page.getByRole('button', { name: 'Excluir conta' }).click();
  await expect(page.getByText('Sua conta ainda não pode ser excluída:')).toBeVisible();
  await expect(page.getByText(/sorteios em que você tem cotas ainda não aconteceram/)).toBeVisible();
});

// @covers community 2: /email-preferences: four switches, save, unsubscribe by e-mail
//   [web/app/campaigns/preferences-form.tsx]
// @covers community 5: unsubscribing asks for an e-mail, and for its owner's consent
//   [web/app/campaigns/unsubscribe-form.tsx]
test('saves e-mail preferences and unsubscribes by a mailed link', async ({ page, request }) => {
  const email = await createPerson(request);
  await page.goto('/email-preferences');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await expectPageChecks(page);
  await signIn(page, email, '/email-preferences');
  await expect(page.getByRole('switch')).toHaveCount(4);
  for (const preference of await page.getByRole('switch').all()) await expect(preference).toBeChecked();
  await page.getByRole('switch', { name: /Newsletter semanal/ }).uncheck();
  await page.getByRole('button', { name: 'Salvar Preferências' }).click();
  await expect(page.getByText('Preferências salvas!')).toBeVisible();
  await expectPageChecks(page);
  await page.reload();
  await expect(page.getByRole('switch', { name: /Newsletter semanal/ })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: /promocionais/ })).toBeChecked();
  await signOut(page);

  const notice =
    'Se este e-mail recebe mensagens nossas, enviamos a ele um link para confirmar o cancelamento.';
  for (const typed of [newEmail(), email]) {
    await page.getByLabel('E-mail para cancelar').fill(typed);
    await page.getByRole('button', { name: 'Cancelar inscrição' }).click();
    await expect(page.getByText(notice)).toBeVisible();
  }
  const mail = await messageTo(email, 'Cancelar inscrição');
  await page.goto(new URL(/https?:\S+/.exec(mail)![0]).href.replace(/^https?:\/\/[^/]+/, ''));
  await page.getByRole('button', { name: 'Cancelar inscrição' }).click();
  await expect(page.getByRole('heading', { name: 'Inscrição cancelada' })).toBeVisible();
  await expectPageChecks(page);
  await signIn(page, email, '/email-preferences');
  for (const preference of await page.getByRole('switch').all()) await expect(preference).not.toBeChecked();
});

// @covers storefront 4: session events; refreshed before expiry; kept on a retryable failure, dropped on a final
//   one; recovered when visible again
// @covers storefront 4: a session ended elsewhere ends here with the first rejection, also that of a press
test('signs out in every tab and when the session is revoked', async ({ page, context, request }) => {
  const email = await createPerson(request);
  const secondTab = await context.newPage();
  await secondTab.goto('/dashboard');
  await expect(secondTab.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await signIn(page, email, '/dashboard');
  await expect(secondTab.getByRole('heading', { name: 'Olá, Rita' })).toBeVisible();
  await signOut(secondTab);
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();

  await secondTab.close();
  // Prevents the page from receiving the end of the session before it is opened.
  await page.route('**/api/notifications/live', (route) => route.abort());
  await signIn(page, email, '/dashboard');
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('mare.auth')!) as { access_token: string }).access_token,
  );
  await request.post('/auth/v1/logout?scope=global', { headers: { authorization: `Bearer ${token}` } });
  // The profile request is rejected: the sign-in page shows why, and no error is shown.
  const failures: string[] = [];
  const failure = page.getByText(/Não foi possível carregar|Erro de permissão/).first();
  void failure.innerText().then(
    (text) => failures.push(text),
    () => undefined,
  );
  await page.goto('/minha-conta');
  await expect(page).toHaveURL(/\/auth\?voltar=%2Fminha-conta$/);
  await expect(page.getByText('Seu acesso terminou')).toBeVisible();
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Minha Conta', level: 1 })).toBeVisible();
  expect(failures).toEqual([]);
});

test('disconnects all other devices by one click', async ({ page, request }) => {
  const email = await createPerson(request);
  for (const _ of ['phone', 'tablet'])
    await request.post('/auth/v1/token?grant_type=password', { data: { email, password: PASSWORD } });
  await signIn(page, email, '/minha-conta/seguranca', PASSWORD);
  await expect(page.getByRole('button', { name: /^Desconectar .*último acesso/ }).nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Desconectar todos os outros' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Só neste aparelho.')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Desconectar/ })).toHaveCount(0);
});

// @covers community 8: saving preferences and unsubscribing tell the person: 'Preferências salvas!'
//   [web/app/campaigns/preferences-form.tsx]
// @covers storefront 3: personal preferences: categories, price range 0 to 1000, 19:00, weekly, auto; kept and
//   obeyed by recommendations, offers and colours; 'Preferências salvas!'
test('saves preferences and applies the theme at once and on other devices', async ({
  page,
  request,
  browser,
}) => {
  const email = await createPerson(request);
  await openAs(page, email, '/minha-conta');
  await page.getByLabel('Serviços e passeios').check();
  await page.getByLabel('Cota até, em reais').fill('10,00');
  await page.getByLabel('Hora das ofertas por e-mail').fill('08:30');
  await page.getByLabel('Cores do site').selectOption('Escuro');
  await page.getByRole('button', { name: 'Salvar preferências' }).click();
  await expect(page.getByText('Preferências salvas!')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectPageChecks(page);

  const desktop = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const desktopPage = await desktop.newPage();
  await openAs(desktopPage, email, '/minha-conta');
  await expect(desktopPage.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(desktopPage.getByLabel('Cota até, em reais')).toHaveValue('10,00');
  await expect(desktopPage.getByLabel('Serviços e passeios')).toBeChecked();
  await desktop.close();
});

test('greets a signed-in user by name with recommendations', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/');
  await expect(page.getByRole('heading', { name: /^Rita, que bom ter você aqui/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recomendadas para você' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
