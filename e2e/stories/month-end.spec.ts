/**
 * The end of a month: a change of the payment provider, refunds at both, a settlement report with errors, taxes by two
 * persons, and the files for the accountant.
 */
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { createAdmin, createBuyer, createColleague, openAs, openAtDesk } from '../kit/people/people.ts';
import { placeOrder, refundOrder } from '../kit/payments/purchases.ts';
import { createPix, expectStatus, payByPix, readOrder } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test as base } from '../kit/test.ts';
import { type ShopOfTwoProviders, startShopOfTwoProviders } from '../kit/payments/two-providers.ts';

const test = base.extend<{ shop: ShopOfTwoProviders }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
  shop: async ({}, use) => {
    const shop = await startShopOfTwoProviders();
    await use(shop);
    await shop.stop();
  },
  baseURL: ({ shop }, use) => use(shop.url),
  hasConsent: false,
});

const HEADER =
  'SOURCE_ID;USER_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_DATE';

test('closes the books of a month with a change of provider', async ({
  page,
  browser,
  request,
  shop,
}, info) => {
  test.slow();
  const rifa = await createRifa(request);
  const placeNewOrder = async (quantity: number) => {
    const buyer = await createBuyer(request);
    const reference = await placeOrder({ request }, { ...buyer, rifaId: rifa.id, quantity, price: 2 });
    return { email: buyer.email, reference };
  };
  const buyPaid = async (quantity: number) => {
    const placed = await placeNewOrder(quantity);
    await payByPix(request, placed.reference);
    const { paymentId } = await readOrder(request, placed.reference);
    return { ...placed, paymentId: paymentId! };
  };
  const [kept, returned, misreported] = [await buyPaid(3), await buyPaid(2), await buyPaid(4)];
  /** Its Pix code of the former provider is paid after the change. */
  const unpaid = await placeNewOrder(1);
  await createPix(request, unpaid.reference);

  await expectPaymentPage(browser, unpaid, true);
  await shop.chargeAtBank();
  // Its page at the former provider stays payable.
  await expectPaymentPage(browser, unpaid, true);
  await payByPix(request, unpaid.reference);
  const [newer, newerReturned] = [await placeNewOrder(5), await placeNewOrder(6)];
  await expectPaymentPage(browser, newer, false);
  const atBank: Record<string, string> = {};
  for (const { reference } of [newer, newerReturned]) {
    const txid = await createPix(request, reference);
    expect(shop.bank.pay(txid)).toBe(true);
    await expectStatus(request, reference, 'paid');
    atBank[reference] = txid;
  }
  const finance = await createColleague(request, 'finance');
  await openAs(page, finance, '/admin/financeiro');
  // Each is refunded by its payment method.
  for (const { reference } of [returned, newerReturned]) {
    await refundOrder(page, reference);
    await expectStatus(request, reference, 'refunded');
  }
  expect(shop.bank.kept(atBank[newer.reference]!)).toBe(1000);
  expect(shop.bank.kept(atBank[newerReturned.reference]!)).toBe(0);

  // The provider's report: first with two errors, so that nothing is stored, then correct, then repeated.
  await page.goto('/admin/financeiro');
  await sendReport(page, [line(kept.paymentId, 600), line(misreported.paymentId, 8000), line('404', 100)]);
  await expect(page.getByText('Nada foi importado.')).toBeVisible();
  await expect(
    page.getByText(
      new RegExp(
        `^Linha 3, pagamento ${misreported.paymentId}: .+ \\(na loja R\\$\\s8,00, no relatório R\\$\\s80,00\\)`,
      ),
    ),
  ).toBeVisible();
  await expect(page.getByText('Linha 4, pagamento 404: este pagamento não existe na loja.')).toBeVisible();
  await page.getByRole('button', { name: /^Consultar no provedor.+pagamento 404$/ }).click();
  await expect(page.getByText('O provedor não tem este pagamento.')).toBeVisible();
  await expect(toReceive(page)).toContainText(new RegExp(`${kept.paymentId}: R\\$\\s6,00`));
  const { paymentId: latePaymentId } = await readOrder(request, unpaid.reference);
  const correctLines = [
    line(kept.paymentId, 600),
    line(latePaymentId!, 200),
    line(returned.paymentId, 400),
    line(returned.paymentId, -400, 'REFUND'),
    line(misreported.paymentId, 800, 'SETTLEMENT', 20),
  ];
  await sendReport(page, correctLines);
  await expect(page.getByText('5 linhas importadas.')).toBeVisible();
  // The provider's fee is higher than the one reported at payment.
  const difference = new RegExp(
    `${misreported.paymentId}: no livro-caixa R\\$\\s0,08, no relatório R\\$\\s0,20`,
  );
  await expect(page.locator('[aria-live]').getByText(difference)).toBeVisible();
  await sendReport(page, correctLines);
  await expect(page.getByText('0 linhas importadas; 5 já estavam aqui.')).toBeVisible();
  for (const { paymentId } of [kept, returned, misreported])
    await expect(toReceive(page).getByText(new RegExp(`^${paymentId}: `))).toHaveCount(0);

  // Taxes are paid from the bank account: one admin requests, the other approves.
  await payTaxes(browser, await createAdmin(request), rifa.title);
  await page.reload();
  const row = page
    .getByRole('region', { name: 'Resultado por rifa' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: rifa.title }) });
  // Sales, refunds, reported fees and taxes; the bank charges no fee.
  for (const figure of ['42,00', '16,00', '0,32', '1,50'])
    await expect(row.getByRole('cell', { name: new RegExp(`^R\\$\\s${figure}$`) })).toBeVisible();
  await expect(row.getByRole('cell').last()).toHaveText(/R\$\s24,18/);

  // The accountant's files have the same amounts.
  const orders = await readFile(await download(page, 'Exportar por pedido'), 'utf8');
  for (const { email } of [kept, returned, misreported, newer, newerReturned])
    expect(orders).toContain(email);
  const xlsx = await readFile(await download(page, 'Extrato em XLSX', /^extrato-\d{4}-\d\d-\d\d-.*\.xlsx$/));
  expect(xlsx.subarray(0, 2).toString()).toBe('PK');
  const pdf = await readFile(await download(page, 'Extrato em PDF'));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await expectStoryConsistent({
    request,
    info,
    rifas: [rifa.id],
    heldElsewhere: { [newer.reference]: 10 },
    database: shop.database(),
  });
});

/** Report line of the sandbox account. The provider keeps 1% of a payment by default, also after a refund. */
function line(
  paymentId: string,
  centavos: number,
  type = 'SETTLEMENT',
  fee = centavos > 0 ? Math.round(centavos / 100) : 0,
): string {
  const reais = (amount: number) => (amount / 100).toFixed(2).replace('.', ',');
  const amounts = `${reais(centavos)};BRL;${reais(-fee)};${reais(centavos - fee)}`;
  return `${paymentId};99999999;${type};${amounts};${new Date().toISOString()}`;
}

/** A bank has no page where an order can be paid. */
async function expectPaymentPage(
  browser: Browser,
  { email, reference }: { email: string; reference: string },
  isOffered: boolean,
): Promise<void> {
  const page = await openAtDesk(browser, email, `/pedido/${reference}`);
  const pay = page.getByRole('region', { name: 'Pagamento' });
  await expect(pay.getByRole('button', { name: /^(Gerar|Copiar) código Pix$/ })).toBeVisible();
  const paymentLink = pay.getByRole('link', { name: /^Abrir pagamento/ });
  await expect(paymentLink.or(pay.getByRole('button', { name: /^Abrir pagamento/ }))).toHaveCount(
    Number(isOffered),
  );
  await page.context().close();
}

async function sendReport(page: Page, lines: readonly string[]): Promise<void> {
  const responseReceived = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.ok(),
  );
  await page.getByLabel('Relatório de liquidações em CSV').setInputFiles({
    name: 'relatorio.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADER, ...lines].join('\r\n')),
  });
  await responseReceived;
}

const toReceive = (page: Page) => page.locator('details').filter({ hasText: 'A receber' });

async function payTaxes(browser: Browser, newAdmin: string, title: string): Promise<void> {
  const reason = `Imposto de ${title}`;
  const requester = await openAtDesk(browser, 'admin@exemplo.com.br', '/admin/financeiro');
  await requester.getByRole('button', { name: 'Novo lançamento' }).click();
  const form = requester.locator('form').filter({ hasText: 'Débito: para onde vai' });
  await form.getByLabel('Rifa', { exact: true }).selectOption({ label: title });
  await requester.getByLabel('Valor (R$)').fill('1,50');
  await requester.getByLabel('Motivo').fill(reason);
  await requester.getByRole('button', { name: 'Pedir o lançamento' }).click();
  await expect(requester.getByText(/^Pedido registrado/)).toBeVisible();
  await expectToApproveLater(browser, newAdmin, reason);
  const approver = await openAtDesk(browser, 'conferente@exemplo.com.br', '/admin/aprovacoes');
  const request = approver.getByRole('listitem').filter({ hasText: reason });
  await request.getByRole('button', { name: 'Aprovar' }).click();
  await approver.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click();
  await expect(request.getByRole('button', { name: 'Aprovar' })).toHaveCount(0);
  await expect(approver.getByRole('heading', { name: 'Esperando' })).toBeFocused();
  await approver.context().close();
  await requester.goto('/notifications');
  await expect(requester.getByText('O seu pedido já vale').first()).toBeVisible();
  await requester.context().close();
}

/** A new admin sees from when they may approve, and no button for it. */
async function expectToApproveLater(browser: Browser, email: string, reason: string): Promise<void> {
  const page = await openAtDesk(browser, email, '/admin/aprovacoes');
  const request = page.getByRole('listitem').filter({ hasText: reason });
  await expect(
    request.getByText(/^Você pode aprovar a partir de .+ 72 horas de administração/),
  ).toBeVisible();
  await expect(request.getByRole('button', { name: 'Recusar o pedido' })).toBeVisible();
  await expect(request.getByRole('button', { name: 'Aprovar' })).toHaveCount(0);
  await page.context().close();
}

/** @param name of the saved file */
async function download(page: Page, label: string, name = /\w/): Promise<string> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: label }).click();
  expect((await saved).suggestedFilename()).toMatch(name);
  return (await saved).path();
}
