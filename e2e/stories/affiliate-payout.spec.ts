/** An affiliate with honest and dishonest sales, from the link to the payout and later reversals. */
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { ageCommissions } from '../kit/people/days-pass.ts';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { bearerOf, createBuyer, openAs, openAtDesk } from '../kit/people/people.ts';
import { placeOrder, refundOrder } from '../kit/payments/purchases.ts';
import { disputePayment, expectStatus, payByPix } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const ADMIN = 'admin@exemplo.com.br';
const PRICE = 50;
/** Visits of automated browsers are not counted, so the test uses a real user agent. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
/** Longer than the charge-back period of a sale. */
const LONG_DAYS = 120;

// @covers community 2: payouts on the 15th from R$ 50,00, of sales confirmed in the last 30 days; approved,
//   exported, paid once ('Reunir o dia 15', 'Exportar aprovados', 'Marcar como pago')
// @covers community 4: affiliate commission pending or paid; undone by refund and charge-back, in part by a refund
//   in part
test('pays an affiliate for honest sales only', async ({ page, browser, request }, info) => {
  const rifa = await createRifa(request, { priceCentavos: PRICE * 100 });
  const { email } = await createBuyer(request);
  await openAs(page, email, '/afiliado');
  await page.getByLabel('Sua chave Pix').fill(email);
  await page.getByRole('button', { name: 'Salvar chave' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Trocar chave' })).toBeFocused();
  await page.getByRole('button', { name: 'Copiar link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const buy = (quantity: number, buyer?: string) => buyByLink(browser, link, rifa.id, quantity, buyer);
  await buy(20);
  const returned = await buy(10);
  const disputed = await buy(10);
  const refundedLater = await buy(8);
  // An order through her own link earns nothing.
  await buy(10, email);
  await expectFigure(page, 'Ganhos pendentes', /R\$\s120,00/);

  const desk = await openAtDesk(browser, ADMIN, '/admin');
  await refundOrder(desk, returned);
  await disputePayment(request, disputed, 'charge_back');
  await expectFigure(page, 'Ganhos pendentes', /R\$\s95,00/);
  await expect(page.getByText('Cancelada')).toHaveCount(1);
  await expectDisputed(desk, disputed);

  // The 15th: neither reversed nor reversible commissions are paid.
  await ageCommissions(email, LONG_DAYS);
  await desk.goto('/admin/affiliates');
  await desk.getByRole('button', { name: 'Reunir o dia 15' }).click();
  const payout = desk.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'Pix' }).first();
  await expect(payout).toContainText(/R\$\s70,00/);
  await expect(payout).toContainText('1 venda devolvida');
  // Deferring cannot be undone, so the button asks for confirmation.
  await payout.getByRole('button', { name: 'Deixar para o próximo mês' }).click();
  const confirmDialog = desk.getByRole('dialog', { name: 'Deixar para o próximo mês?' });
  await expect(confirmDialog).toContainText(/R\$\s70,00/);
  await expectPageChecks(desk);
  await confirmDialog.getByRole('button', { name: 'Voltar' }).press('Enter');
  await payout.getByRole('button', { name: 'Aprovar' }).click();
  await expect(desk.getByText('Repasse aprovado.')).toBeVisible();
  await expect(payout.getByText('A pagar')).toBeVisible();
  const saved = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Exportar aprovados' }).click();
  const line = (await readFile(await (await saved).path(), 'utf8'))
    .split('\n')
    .find((row) => row.includes(email));
  expect(line).toContain('70,00');
  await page.reload();
  await expect(page.getByText('foi aprovado e vai por Pix para')).toContainText(
    new RegExp(String.raw`R\$\s70,00 .* ${email.charAt(0)}••••@exemplo\.com\.br`),
  );
  await expect(page.getByText(/para o pagamento seguinte, de \d{2}\/\d{2}\/\d{4}/)).toBeVisible();
  await payout.getByRole('button', { name: 'Marcar como pago' }).click();
  await desk.getByLabel('Comprovante').fill('E2026TESTE');
  await desk.getByRole('button', { name: 'Confirmar pagamento' }).press('Enter');
  await expect(payout.getByText('Pago', { exact: true })).toBeVisible();
  await expect(payout.getByRole('heading')).toBeFocused();
  await expectFigure(page, 'Ganhos confirmados', /R\$\s70,00/);
  await expectFigure(page, 'Ganhos pendentes', /R\$\s25,00/);
  await expect(page.getByText(/R\$\s70,00 pagos em [\d/]+, comprovante E2026TESTE/)).toBeVisible();
  // A commission reversed before the payout is not paid.
  await expect(page.getByText('Cancelada')).toHaveCount(1);
  await disputePayment(request, disputed, 'lose_charge_back');
  await expectStatus(request, disputed, 'charged_back');
  await expectFigure(page, 'Ganhos pendentes', /R\$\s0,00/);

  // A commission reversed after the payout is deducted from the next ones.
  await refundOrder(desk, refundedLater);
  await expectFigure(page, 'Ganhos pendentes', /-R\$\s20,00/);
  await expect(page.getByText(/Faltam R\$\s70,00 para o próximo pagamento/)).toBeVisible();
  await desk.goto('/admin/affiliates');
  await desk.getByRole('button', { name: 'Reunir o dia 15' }).click();
  await expect(payout.getByText('Pago', { exact: true })).toBeVisible();
  await desk.context().close();
  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
});

/** Opens the link on a phone, orders and pays. @returns the order's reference */
async function buyByLink(
  browser: Browser,
  link: string,
  rifaId: string,
  quantity: number,
  email?: string,
): Promise<string> {
  const context = await browser.newContext({ userAgent: PHONE });
  const visitor = await context.newPage();
  await visitor.goto(link);
  const { request } = visitor;
  const buyer = email ? { email, ...(await bearerOf(request, email)) } : await createBuyer(request);
  const reference = await placeOrder(visitor, { ...buyer, rifaId, quantity, price: PRICE });
  await payByPix(request, reference);
  await context.close();
  return reference;
}

/** The shop has processed the dispute. */
async function expectDisputed(desk: Page, reference: string): Promise<void> {
  await expect(async () => {
    await desk.goto(`/admin/pagamentos?pedido=${reference}`);
    await expect(desk.getByText(/contest|disputa/i).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Jobs create the commissions. */
async function expectFigure(page: Page, name: string, amount: RegExp): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.locator('dl > div').filter({ hasText: name })).toContainText(amount, {
      timeout: 2_000,
    });
  }).toPass();
}
