/** Visible delays (spec: storefront, section 9), on a paused clock. */
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { createBuyer, createPerson, fillLogin, openAs, PASSWORD } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** How far the clock may advance while a screen reacts. */
const STEP_MS = 50;

/** Pauses the page’s clock a few seconds ahead. Network and rendering continue. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
}

/** Moves the stopped clock in small steps until something shows. */
async function runUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    await expect(shown).toBeVisible({ timeout: STEP_MS });
  }).toPass();
}

// @covers storefront 9: plans, waiting times, toasts, retries, display of numbers, bounds and intervals of
//   simulated statistics
test('shows a toast for 4 seconds, and changes the page 1 second after a login', async ({
  page,
  request,
}) => {
  const email = await createPerson(request);
  await page.clock.install();
  await page.goto('/auth?voltar=/ranking');
  await stopClock(page);
  await fillLogin(page, email, PASSWORD);
  const toast = page.getByText('Login realizado com sucesso!');
  await runUntil(page, toast);
  await page.clock.runFor(700);
  await expect(page).toHaveURL(/\/auth/);
  await page.clock.runFor(400);
  await expect(page).toHaveURL(/\/ranking$/);
  await page.clock.runFor(2_500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast).toBeHidden();
});

test('covers the text of earlier toasts by the newest one', async ({ page }) => {
  await page.clock.install();
  await page.goto(`/rifa/${BIZ}`);
  const copy = page.getByRole('button', { name: 'Copiar link' });
  const toasts = page.getByRole('listitem').filter({ hasText: 'Link copiado!' });
  await copy.scrollIntoViewIfNeeded();
  await stopClock(page);
  await copy.click();
  await runUntil(page, toasts);
  await copy.click();
  await runUntil(page, toasts.nth(1));
  // The first in the document is the newest.
  await page.clock.runFor(500);
  await expect(toasts.first().getByText('Link copiado!')).toHaveCSS('opacity', '1');
  await expect(toasts.last().locator('[data-content]')).toHaveCSS('opacity', '0');
});

test('shows for 1 second that the newsletter form is sending', async ({ page }) => {
  await page.clock.install();
  await page.goto('/sobre');
  const footer = page.getByRole('contentinfo');
  await footer.getByPlaceholder('Digite seu melhor e-mail').fill(`leitora.${randomUUID()}@exemplo.com.br`);
  await stopClock(page);
  const responseReceived = page.waitForResponse('**/api/newsletter');
  await footer.getByRole('button', { name: 'Quero Receber' }).click();
  await runUntil(page, footer.getByText('Enviando...'));
  await responseReceived;
  await page.clock.runFor(800);
  await expect(footer.getByText('Enviando...')).toBeVisible();
  await page.clock.runFor(300);
  await expect(footer.getByText('Pronto! Você vai receber nossas novidades.')).toBeVisible();
});

test('changes the page 2 seconds after an order, and 1 second after a payment link', async ({ page }) => {
  const order = {
    order_id: randomUUID(),
    external_reference: randomUUID(),
    expires_at: '2030-01-01T00:00:00.000Z',
    init_point: '/healthz',
    items: [],
  };
  const { email } = await createBuyer(page.request);
  await page.clock.install();
  await page.route('**/api/checkout/payments', (route) => route.fulfill({ json: order }));
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  await page.getByText('Bronze', { exact: true }).click();
  const buy = page.getByRole('button', { name: 'Pagar com PIX' });
  await expect(buy).toBeEnabled();
  await stopClock(page);
  await buy.click();
  await runUntil(page, page.getByText('Redirecionando para pagamento...'));
  await page.clock.runFor(1_700);
  await expect(page).toHaveURL(/\/checkout/);
  await page.clock.runFor(400);
  await expect(page).toHaveURL(new RegExp(`/pedido/${order.external_reference}$`));

  await page.clock.resume();
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page
    .getByRole('dialog', { name: 'Carrinho' })
    .getByRole('button', { name: 'Finalizar Compra' })
    .click();
  const pay = page.getByRole('button', { name: 'Pagar no MercadoPago' });
  await expect(pay).toBeEnabled();
  await stopClock(page);
  const opened = page.waitForEvent('popup');
  await pay.click();
  const provider = await opened;
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    expect(provider.url()).toContain(order.init_point);
  }).toPass();
  await page.clock.runFor(700);
  await expect(page).toHaveURL(/\/checkout$/);
  await page.clock.runFor(300);
  await expect(page).toHaveURL(/\/checkout\/pendente/);
});
