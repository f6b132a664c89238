/** Sensitive changes ask for a recent proof, then continue. By keyboard. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../kit/page/page-checks.ts';
import { createBuyer, createPerson, openAs, PASSWORD } from '../kit/people/people.ts';
import { payInSandbox, placeOrder } from '../kit/payments/purchases.ts';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { test } from '../kit/test.ts';

test.use({ viewport: { width: 360, height: 740 } });

/**
 * Simulates a session older than ten minutes: the first call gets the response to a stale session, which
 * `server/accounts/proof/proof.test.ts` tests.
 */
async function requireProofOnce(page: Page, method: string, path: string): Promise<void> {
  let isProved = false;
  const isAuthService = path.startsWith('/auth/');
  const code = isAuthService ? 'reauthentication_needed' : 'RECENT_PROOF_REQUIRED';
  await page.route(`**${path}`, (route) => {
    if (route.request().method() !== method || isProved) return route.fallback();
    const body = isAuthService
      ? { code, message: 'This change requires reauthentication' }
      : { defined: true, code, status: 403, message: '', data: { needs: 'password' } };
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    return route.fulfill({ status: isAuthService ? 400 : 403, json: body, headers });
  });
  await page.route('**/api/me/proof', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { needs: 'password' } });
    const response = await route.fetch();
    isProved = response.ok();
    return route.fulfill({ response });
  });
}

/** Types a wrong password, then the right one. */
async function confirmPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const field = dialog.getByLabel('Sua senha');
  await expect(field).toBeVisible();
  if (!(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)))
    await expect(field).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await field.focus();
  await page.keyboard.type('errada');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Não confere, ou o código já venceu. Tente de novo.')).toBeVisible();
  await field.focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test('changes the password after a proof', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/auth/nova-senha');
  await requireProofOnce(page, 'PUT', '/auth/v1/user*');
  await page.getByLabel('Nova senha').fill('outra-senha-longa');
  await page.getByLabel('Confirmar senha').fill('outra-senha-longa');
  await page.keyboard.press('Enter');
  await confirmPassword(page, PASSWORD);
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
});

test('repeats a call that was sent before the session was renewed', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/auth/nova-senha');
  const renewed = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token');
  await page.route('**/api/notifications/unread', async (route) => {
    await renewed;
    await route.continue();
  });
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/notifications/unread')) statuses.push(response.status());
  });
  const sentRequest = page.waitForRequest('**/api/notifications/unread');
  await page.reload();
  await sentRequest;
  await page.getByLabel('Nova senha').fill('outra-senha-longa');
  await page.getByLabel('Confirmar senha').fill('outra-senha-longa');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
  await expect.poll(() => statuses).toContain(401);
  await expect.poll(() => statuses.at(-1)).toBe(200);
  await expect(page.getByText('Erro de permissão')).toHaveCount(0);
});

test('repeats a call that is rejected while the session is renewed', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/auth/nova-senha');
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/notifications/unread')) statuses.push(response.status());
  });
  const renewed = Promise.withResolvers<void>();
  await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    const response = await route.fetch();
    renewed.resolve();
    await expect.poll(() => statuses).toContain(401);
    await route.fulfill({ response });
  });
  await page.route('**/api/notifications/unread', async (route) => {
    await renewed.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByLabel('Nova senha').fill('outra-senha-longa');
  await page.getByLabel('Confirmar senha').fill('outra-senha-longa');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
  await expect.poll(() => statuses).toEqual([401, 200]);
  await expect(page.getByText('Erro de permissão')).toHaveCount(0);
});

test('keeps a tab signed in whose calls are rejected while another renews the session', async ({
  page,
  context,
  request,
}) => {
  await openAs(page, await createPerson(request), '/auth/nova-senha');
  const otherTab = await context.newPage();
  await otherTab.goto('/suporte');
  const rejected = otherTab.waitForResponse((response) => response.status() === 401);
  await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    const response = await route.fetch();
    const opened = otherTab.goto('/minha-conta');
    await rejected;
    await route.fulfill({ response });
    await opened;
  });
  await page.getByLabel('Nova senha').fill('outra-senha-longa');
  await page.getByLabel('Confirmar senha').fill('outra-senha-longa');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
  await expect(otherTab.getByRole('heading', { name: 'Minha Conta', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Entrar', exact: true })).toHaveCount(0);
});

test('changes nothing when the proof is cancelled', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/auth/nova-senha');
  await requireProofOnce(page, 'PUT', '/auth/v1/user*');
  await page.getByLabel('Nova senha').fill('outra-senha-longa');
  await page.getByLabel('Confirmar senha').fill('outra-senha-longa');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Confirme que é você' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Para fazer isto, confirme antes que é você.')).toBeVisible();
  await expect(page.getByLabel('Nova senha')).toHaveValue('outra-senha-longa');
});

test('saves a Pix key after a proof', async ({ page, request }) => {
  const email = await createPerson(request);
  await openAs(page, email, '/afiliado');
  await expect(page.getByLabel('Sua chave Pix')).toBeVisible();
  await requireProofOnce(page, 'PUT', '/api/affiliates/me/pix-key');
  await page.getByLabel('Sua chave Pix').fill(email);
  await page.keyboard.press('Enter');
  await confirmPassword(page, PASSWORD);
  await expect(page.getByRole('button', { name: 'Salvar chave' })).toBeHidden();
  await expect(page.getByText('@exemplo.com.br', { exact: false }).last()).toBeVisible();
});

test('refunds an order in the panel after a proof', async ({ page, browser }) => {
  const shopper = await browser.newPage();
  const { email, authorization } = await createBuyer(shopper.request);
  const order = { authorization, email, rifaId: BIZ, quantity: 20, price: 0.5 };
  const reference = await placeOrder(shopper, order);
  await shopper.goto(`/pedido/${reference}`);
  await payInSandbox(shopper);
  await shopper.context().close();
  await openAs(page, 'admin@exemplo.com.br', `/admin/pagamentos?pedido=${reference}`);
  await requireProofOnce(page, 'POST', '/api/admin/refunds');
  await page.getByRole('button', { name: 'Reembolsar' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /reembols|devol/i });
  await dialog.getByLabel('Motivo').fill('Pedido da compradora');
  await dialog.getByRole('button', { name: 'Continuar' }).press('Enter');
  await dialog.getByRole('button', { name: /^Devolver/ }).press('Enter');
  await confirmPassword(page, 'admin123');
  await expect(page.getByText(/Reembolso pedido, por .+: Pedido da compradora/)).toBeVisible();
});
