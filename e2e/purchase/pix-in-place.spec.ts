/** Paying by Pix without leaving the checkout, and the one open order of a cart. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { bearerOf, createBuyer, newCpf, openAs } from '../kit/people/people.ts';
import { payInBank } from '../kit/payments/sandbox.ts';
import { test } from '../kit/test.ts';

/** Taps buttons by name and counts the taps. */
function countTaps(page: Page) {
  let taps = 0;
  return {
    tap: async (name: string) => {
      taps++;
      await page.getByRole('button', { name, exact: true }).first().click();
    },
    choose: async (plan: string) => {
      taps++;
      await page.getByText(plan, { exact: true }).click();
    },
    count: () => taps,
  };
}

const code = (page: Page) => page.getByRole('button', { name: 'Copiar código Pix' });
const bar = (page: Page) => page.getByRole('complementary', { name: 'Pedido reservado' });

/** Signs in as a new buyer and reserves six cotas. @returns the buyer's e-mail address */
async function reserve(page: Page): Promise<string> {
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(code(page)).toBeVisible();
  return email;
}

for (const [limitation, limitClipboard] of [
  [
    'has no clipboard API',
    () => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }),
  ],
  [
    'rejects its clipboard API',
    () => {
      Clipboard.prototype.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    },
  ],
] as const)
  test(`copies the code in a browser inside another app, which ${limitation}`, async ({ page }) => {
    const { email } = await createBuyer(page.request);
    await page.addInitScript(limitClipboard);
    await openAs(page, email, `/rifa/${BIZ}`);
    await page.getByRole('button', { name: /^Participar · / }).click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await code(page).click();
    const copied = page.getByRole('button', { name: 'Código copiado!' });
    await expect(copied).toBeFocused();
    const pix = await page.getByLabel('Pix copia e cola').inputValue();
    const elsewhere = await page.context().newPage();
    await elsewhere.goto('/');
    expect(await elsewhere.evaluate(() => navigator.clipboard.readText())).toBe(pix);
  });

test('leads a known buyer from the link to the paid order in at most five taps @both', async ({ page }) => {
  const errors = watchForErrors(page);
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${BIZ}/anonymous`);
  const { tap, choose, count } = countTaps(page);
  await choose('Bronze');
  await tap('Adicionar ao Carrinho');
  await tap('Finalizar Compra');
  await tap('Pagar com Pix');
  await expect(code(page)).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(5);
  await expectPageChecks(page);

  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/^\d{6}$/)).toHaveCount(6);
  await expect(bar(page)).toBeHidden();
  expect(loads).toBe(0);
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

test('leads a new buyer from the link to the Pix code in at most eight taps', async ({ page }) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const { tap, choose, count } = countTaps(page);
  await choose('Bronze');
  await tap('Adicionar ao Carrinho');
  await tap('Continuar para Checkout');
  await tap('Criar conta');
  await page.getByLabel('Nome completo').fill('Ana Beatriz Souza');
  await page.getByRole('main').getByLabel('E-mail').fill(`ana.${randomUUID()}@exemplo.com.br`);
  await page.getByLabel('Senha', { exact: true }).fill('segredo123');
  await page.getByLabel('Confirmar senha').fill('segredo123');
  await tap('Criar conta');
  await page.getByLabel('CPF').fill(newCpf());
  await page.getByLabel('Data de nascimento').fill('04111992');
  await page.getByLabel('Cidade onde você mora').selectOption('Maceió');
  await tap('Pagar com Pix');
  await expect(code(page)).toBeVisible();
  expect(count()).toBeLessThanOrEqual(8);
});

test('finds the reserved order by Back and on another device, and abandons it there @both', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await reserve(page);
  await page.goBack();
  await expect(bar(page).getByText('Seu Pix está esperando:')).toBeInViewport({ ratio: 1 });
  await page.goto('/checkout');
  await expect(code(page)).toBeVisible();
  await expect(bar(page)).toBeHidden();

  const device = await browser.newContext({ baseURL });
  const devicePage = await device.newPage();
  await openAs(devicePage, email, '/');
  await bar(devicePage).getByRole('link').click();
  await expect(code(devicePage)).toBeVisible();
  await devicePage.getByRole('button', { name: 'Desistir do pedido' }).click();
  await expectPageChecks(devicePage);
  await devicePage.getByRole('dialog').getByRole('button', { name: 'Desistir do pedido' }).click();
  await expect(devicePage.getByRole('heading', { name: 'Pedido cancelado' })).toBeVisible();
  await device.close();
  await page.reload();
  await expect(page.getByText('Carrinho vazio')).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

// @covers beyond: an unpaid order is one tap away after a reload, and the paid one is revealed to the buyer who comes back
//   [web/app/purchase/open-order/open-order-bar.tsx]
test('shows the Pix code after a reload, or the numbers if it has been paid', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${BIZ}`);
  await page.getByRole('button', { name: /^Participar ·/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(code(page)).toBeVisible();
  await page.reload();
  const waiting = bar(page).getByRole('link', { name: /^Seu Pix está esperando:/ });
  await expect(waiting).toBeInViewport({ ratio: 1 });
  const orderPath = (await waiting.getAttribute('href'))!;
  await waiting.click();
  await expect(code(page)).toBeInViewport({ ratio: 1 });

  await page.goto('about:blank');
  await payInBank(page.request, orderPath.split('/').at(-1)!);
  await page.goto(`/rifa/${BIZ}`);
  const paid = page.getByRole('complementary', { name: 'Pagamento confirmado' });
  await expect(paid).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[aria-live]').filter({ has: paid })).toHaveCount(1);
  await expectPageChecks(page);
  await paid.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Números' }).getByRole('listitem')).toHaveCount(12);
  await expect(paid).toHaveCount(0);
  await page.goto(`/rifa/${BIZ}`);
  await expect(page.getByRole('heading', { name: 'Você tem 12 cotas' })).toBeVisible();
  await expect(paid).toHaveCount(0);
});

test('puts the same numbers back into the cart for a change of the order', async ({ page }) => {
  await reserve(page);
  const numbers = await page
    .getByRole('main')
    .getByText(/^\d{6}$/)
    .allInnerTexts();
  await page.getByRole('button', { name: 'Mudar o pedido' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mudar o pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Finalizar Compra' })).toBeVisible();
  await expect(page.getByText('6 cotas (5 + 1 grátis)')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Números' }).getByText(numbers[0]!)).toBeVisible();
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(code(page)).toBeVisible();
});

test('makes one order of two tabs', async ({ page, context }) => {
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/cart') && response.ok());
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await saved;
  const otherTab = await context.newPage();
  await openAs(otherTab, email, '/checkout');
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  const pay = (tab: Page) => tab.getByRole('button', { name: 'Pagar com Pix' });
  await expect(pay(page)).toBeEnabled();
  await expect(pay(otherTab)).toBeEnabled();
  // Concurrently: `click` waits until the button is stable, and an order in one tab empties the cart of the other.
  await Promise.all([page, otherTab].map((tab) => pay(tab).dispatchEvent('click')));
  await expect(code(page)).toBeVisible();
  await expect(code(otherTab)).toBeVisible();
  const { authorization } = await bearerOf(page.request, email);
  const openOrders = await page.request.get('/api/me/open-orders', { headers: { authorization } });
  expect(((await openOrders.json()) as { orders: object[] }).orders).toHaveLength(1);
});

test('keeps showing the code while the connection is lost', async ({ page, context }) => {
  await reserve(page);
  await context.setOffline(true);
  await expect(page.getByText('Sem conexão. Esta página se atualiza sozinha')).toBeVisible();
  await expect(code(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Sem conexão. Esta página se atualiza sozinha')).toBeHidden();
});
