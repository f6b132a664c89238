/** Failed requests: the page reports them, retries on a click or automatically, and shows no wrong data meanwhile. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { failReads, retryDuringOutage, SHOP_UNAVAILABLE } from '../../kit/page/outage.ts';
import { bearerOf, createBuyer, openAs } from '../../kit/people/people.ts';
import { BIZ } from '../../kit/rifas/demo-rifas.ts';
import { test } from '../../kit/test.ts';

const MARIA = 'maria@exemplo.com.br';

/** Advances the clock past the pauses between retries until the expectation holds. */
async function passTime(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expectation();
  }).toPass();
}

/** @returns the reference of the newest paid order */
async function paidOrderOf(request: APIRequestContext, email: string): Promise<string> {
  const list = await request.get('/api/orders', { headers: await bearerOf(request, email) });
  const { orders } = (await list.json()) as { orders: { externalReference: string; status: string }[] };
  return orders.find(({ status }) => status === 'paid')!.externalReference;
}

test('keeps the focus in a section that is retried', async ({ page }) => {
  const recover = await failReads(page, '/api/me/cotas', 400);
  await openAs(page, MARIA, '/dashboard');
  const section = page.getByRole('region', { name: 'Minhas Rifas' });
  const retry = section.getByRole('button', { name: 'Tentar Novamente' });
  await retryDuringOutage(retry, '/api/me/cotas');
  await recover();
  await retry.press('Enter');
  await expect(section.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(section.getByRole('heading', { name: 'Minhas Rifas' })).toBeFocused();
});

test('keeps the retry button while its section loads', async ({ page }) => {
  const recover = await failReads(page, '/api/me/cotas', 400);
  await openAs(page, MARIA, '/dashboard');
  const section = page.getByRole('region', { name: 'Minhas Rifas' });
  const retry = section.getByRole('button', { name: 'Tentar Novamente' });
  const button = await retry.elementHandle();
  const released = Promise.withResolvers<void>();
  await page.route(/\/api\/me\/cotas/, (route) => released.promise.then(() => route.fallback()));
  await retry.press('Enter');
  await expect(retry).toHaveAttribute('aria-busy', 'true');
  await expect(retry).toBeFocused();
  expect(await button?.evaluate((element) => element.isConnected)).toBe(true);
  await recover();
  released.resolve();
  await expect(section.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(section.getByRole('heading', { name: 'Minhas Rifas' })).toBeFocused();
});

test('focuses the heading of a page after a retry', async ({ page }) => {
  const recover = await failReads(page, '/api/affiliates/me', 400);
  await openAs(page, MARIA, '/afiliado');
  const retry = page.getByRole('main').getByRole('button', { name: 'Tentar Novamente' });
  await retryDuringOutage(retry, '/api/affiliates/me');
  await recover();
  const heading = page.getByRole('heading', { level: 1, name: 'Painel do Afiliado' });
  await retry.press('Enter');
  await expect(heading).toBeVisible();
  await expect(heading).toBeFocused();
});

test('reports that more rows of a list did not load', async ({ page }) => {
  await openAs(page, MARIA, '/dashboard');
  const more = page.getByRole('button', { name: 'Mostrar mais rifas' });
  await expect(more).toBeVisible();
  const recover = await failReads(page, '/api/me/cotas', 400);
  await more.press('Enter');
  await expect(page.getByText('Não foi possível mostrar mais. Tente de novo.')).toBeVisible();
  await expect(page.getByText('A lista aumentou.')).toHaveCount(0);
  await expect(more).toBeFocused();
  await recover();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^(A lista aumentou|Fim da lista)\.$/)).toBeAttached();
});

test('retries a failed section automatically until the shop is back', async ({ page }) => {
  await page.clock.install();
  const recover = await failReads(page, '/api/notifications');
  await openAs(page, MARIA, '/notifications');
  const failed = page.getByText('Não foi possível carregar as notificações.');
  await passTime(page, () => expect(failed).toBeVisible({ timeout: 100 }));
  await recover();
  const list = page.getByRole('region', { name: 'Notificações' }).getByRole('listitem');
  await passTime(page, () => expect(list.first()).toBeVisible({ timeout: 100 }));
});

test('offers to retry a rifa that did not load during an outage', async ({ page }) => {
  await page.clock.install();
  const recover = await failReads(page, `/api/rifas/${BIZ}`);
  await openAs(page, MARIA, `/checkout?rifa=${BIZ}`);
  const notice = page.getByRole('heading', { level: 1, name: SHOP_UNAVAILABLE });
  await passTime(page, () => expect(notice).toBeVisible({ timeout: 100 }));
  await recover();
  await page.getByRole('button', { name: 'Tentar Novamente' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Comprar cotas' })).toBeVisible();
});

test('asks a buyer for no data while the account cannot be read', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  const recoverAccount = await failReads(page, '/api/me', 400);
  const recoverAnswer = await failReads(page, '/api/rifas/*/participation', 400);
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  await expect(page.getByText('Não conseguimos verificar se você pode participar.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sobre você' })).toHaveCount(0);
  await expect(page.getByText('Não é possível participar')).toHaveCount(0);
  await page.getByText('Bronze', { exact: true }).click();
  await recoverAccount();
  await recoverAnswer();
  await page.getByRole('button', { name: 'Tentar Novamente' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Pagar com PIX' })).toBeEnabled();
});

test('shows no outcome of an order that cannot be read', async ({ page, request }) => {
  const externalReference = await paidOrderOf(request, MARIA);
  await failReads(page, '/api/orders/*', 400);
  await openAs(page, MARIA, `/checkout/falha?external_reference=${externalReference}`);
  const main = page.getByRole('main');
  await expect(main.getByText(/^Estamos conferindo o seu pedido\./)).toBeVisible();
  await expect(main.getByText(/Nada foi cobrado/)).toHaveCount(0);
});

test('reports that open orders did not load instead of showing an empty cart', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  const recover = await failReads(page, '/api/me/open-orders');
  await openAs(page, email, '/checkout');
  const main = page.getByRole('main');
  const failed = main.getByRole('heading', { level: 1, name: 'Não foi possível carregar seus pedidos.' });
  await expect(failed).toBeVisible();
  await recover();
  await main.getByRole('button', { name: 'Tentar Novamente' }).press('Enter');
  const empty = main.getByRole('heading', { level: 1, name: 'Carrinho vazio' });
  await expect(empty).toBeVisible();
  await expect(empty).toBeFocused();
});

for (const path of ['sucesso', 'pendente'])
  test(`shows at /checkout/${path} no outcome of a payment that cannot be read`, async ({
    page,
    request,
  }) => {
    const externalReference = await paidOrderOf(request, MARIA);
    const recover = await failReads(page, '/api/orders/*', 400);
    await openAs(page, MARIA, `/checkout/${path}?external_reference=${externalReference}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(
      'Não foi possível conferir o pagamento.',
    );
    await expect(main.getByText(/Ainda não recebemos|Conclua o Pix/)).toHaveCount(0);
    await recover();
    await main.getByRole('button', { name: 'Tentar Novamente' }).press('Enter');
    await expect(main.getByRole('heading', { level: 1, name: 'Pagamento Aprovado!' })).toBeVisible();
  });

test('tells the buyer that the proof of a purchase did not load', async ({ page, request }) => {
  const externalReference = await paidOrderOf(request, MARIA);
  const recover = await failReads(page, '/api/orders/*/proof');
  await openAs(page, MARIA, `/pedido/${externalReference}`);
  const card = page.getByRole('main');
  await expect(card.getByText('Não foi possível carregar o comprovante.')).toBeVisible();
  await expect(card.getByText(/^Entre na conta deste pedido/)).toHaveCount(0);
  await recover();
  await card.getByRole('button', { name: 'Tentar Novamente' }).press('Enter');
  await expect(card.getByRole('button', { name: /^Baixar comprovante/ })).toBeVisible();
});
