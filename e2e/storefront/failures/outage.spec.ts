/** Clicks that the server answers with 503, as during a database restart: input stays, and the next click works. */
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { failNext, SHOP_UNAVAILABLE } from '../../kit/page/outage.ts';
import { codeIn, messageTo } from '../../kit/people/mailbox.ts';
import {
  bearerOf,
  createBuyer,
  createPerson,
  fillLogin,
  newPhone,
  openAs,
  PASSWORD,
} from '../../kit/people/people.ts';
import { ageProofs } from '../../kit/people/sessions.ts';
import { BIZ } from '../../kit/rifas/demo-rifas.ts';
import { test } from '../../kit/test.ts';

test('keeps the typed password when a sign-in fails', async ({ page, request }) => {
  const email = await createPerson(request);
  await page.goto('/auth');
  await failNext(page, 'POST', '/auth/v1/token');
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(SHOP_UNAVAILABLE);
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('keeps the typed code when a sign-in by code fails', async ({ page, request }) => {
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

test('keeps the typed password when a proof fails', async ({ page, request }) => {
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

test('offers to send the code of the second factor again', async ({ page, request }) => {
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

test('keeps the focus on the button when disconnecting devices fails', async ({ page, request }) => {
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

/** Replaces the browser's push service, which the tests do not have. Its subscription survives a reload. */
async function simulatePush(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const SUBSCRIBED = 'e2e.push';
    const subscription = {
      endpoint: 'https://push.exemplo.com.br/abc',
      toJSON: () => ({
        endpoint: subscription.endpoint,
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      }),
      unsubscribe: async () => {
        localStorage.removeItem(SUBSCRIBED);
        return true;
      },
    };
    const pushManager = {
      getSubscription: async () => (localStorage.getItem(SUBSCRIBED) ? subscription : null),
      subscribe: async () => {
        localStorage.setItem(SUBSCRIBED, 'yes');
        return subscription;
      },
    };
    const registration = { pushManager };
    const container = {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
      addEventListener: () => undefined,
    };
    Object.defineProperty(navigator, 'serviceWorker', { value: container });
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
  });
}

test('shows push messages as on only if the server knows the subscription', async ({ page, request }) => {
  await simulatePush(page);
  await openAs(page, await createPerson(request), '/minha-conta');
  const push = page.getByRole('switch', { name: 'Receber avisos' });
  await expect(push).not.toBeChecked();
  const path = '/api/me/push-subscription';
  await failNext(page, 'PUT', path);
  await push.click();
  await expect(page.getByText('Não foi possível ligar os avisos.')).toBeVisible();
  await expect(push).not.toBeChecked();
  await page.reload();
  await expect(push).toBeEnabled();
  await expect(push).not.toBeChecked();
  await push.click();
  await expect(page.getByText('Avisos ligados neste aparelho.')).toBeVisible();

  await failNext(page, 'DELETE', path);
  await push.click();
  await expect(page.getByText('Não foi possível desligar os avisos.')).toBeVisible();
  await page.reload();
  await expect(push).toBeChecked();
  const deleted = page.waitForRequest(
    (sentRequest) => sentRequest.method() === 'DELETE' && sentRequest.url().endsWith(path),
  );
  await push.click();
  await deleted;
  await expect(page.getByText('Avisos desligados neste aparelho.')).toBeVisible();
});

test('shows the price of an order as soon as the server is back', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  await page.route('**/api/checkout/quotes', (route) =>
    route.fulfill({
      status: 503,
      json: { defined: false, code: 'SERVICE_UNAVAILABLE', status: 503, message: '' },
    }),
  );
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  await page.getByText('Bronze', { exact: true }).click();
  const note = page.getByText('A loja está fora do ar por um instante. Os valores voltam sozinhos.');
  await expect(note).toBeVisible();
  await page.unroute('**/api/checkout/quotes');
  await expect(note).toBeHidden();
  await expect(page.getByText(/R\$\s2,50/).last()).toBeVisible();
});
