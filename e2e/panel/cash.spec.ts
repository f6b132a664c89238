/** Cash of a stand: refunds handed over, and the daily count of the drawer. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { bearerOf, newPhone, openAs, openAtDesk } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** Cotas of a new rifa, at R$ 2,00 each. @returns the reference of the order */
async function sellForCash(request: APIRequestContext, cotas = 2): Promise<string> {
  const headers = await bearerOf(request, 'admin@exemplo.com.br');
  const rifa = await createRifa(request);
  const sold = await request.post(`/api/admin/rifas/${rifa.id}/hand-sales`, {
    headers,
    data: {
      requestId: crypto.randomUUID(),
      quantity: cotas,
      tier: null,
      numbers: [],
      expectedCentavos: cotas * 200,
      name: 'Ana Caixa',
      email: null,
      phone: newPhone(),
    },
  });
  return ((await sold.json()) as { externalReference: string }).externalReference;
}

/** Stops before the confirmation in the dialog. @returns the reference of the order */
async function beginCashRefund(page: Page): Promise<string> {
  const externalReference = await sellForCash(page.request);
  await openAs(page, 'admin@exemplo.com.br', `/admin/pagamentos?pedido=${externalReference}`);
  await page.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Desistiu');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  return externalReference;
}

// @covers panel: cash is handed back by a person, and the drawer is counted [web/app/payments/finance/cash-card.tsx]
test('explains the next step of a cash refund, and records who received it', async ({ page }) => {
  const externalReference = await beginCashRefund(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Devolver/ }).click();
  // No provider confirms cash.
  await expect(page.getByText(/quando alguém anotar a entrega do dinheiro/)).toBeVisible();
  const waiting = page.getByRole('listitem').filter({ hasText: `pedido ${externalReference}` });
  const note = waiting.getByLabel(/^Quem recebeu/);
  await waiting.getByRole('button', { name: 'Anotar a entrega' }).press('Enter');
  await expect(note).toBeFocused();
  await note.fill('ok');
  await waiting.getByRole('button', { name: 'Confirmar' }).press('Enter');
  await expect(waiting.getByText('Escreva pelo menos 3 caracteres.')).toBeVisible();
  await expect(note).toBeFocused();
  await note.fill('Entregue a Ana, recibo 7');
  await waiting.getByRole('button', { name: 'Confirmar' }).press('Enter');
  await expect(waiting).toHaveCount(0);
  // The focus is in the next row, or in the heading if the list is empty.
  await expect(page.locator('main h1:focus, main li:focus')).toHaveCount(1);
});

// @covers beyond: money is handed over once, even if two admins record it [web/app/payments/admin/review-card.tsx]
test('shows who receives the cash, and tells a second admin that the hand-over was already recorded', async ({
  browser,
  page,
}) => {
  const externalReference = await beginCashRefund(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Devolver/ })
    .click();
  const secondAdmin = await openAtDesk(browser, 'conferente@exemplo.com.br', '/admin/pagamentos');
  const rowOf = (admin: Page) =>
    admin.getByRole('listitem').filter({ hasText: `pedido ${externalReference}` });
  for (const admin of [page, secondAdmin]) {
    await expect(rowOf(admin)).toContainText('Para Ana Caixa');
    await rowOf(admin).getByRole('button', { name: 'Anotar a entrega' }).click();
    await rowOf(admin)
      .getByLabel(/^Quem recebeu/)
      .fill('Entregue a Ana, recibo 7');
  }
  await rowOf(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(rowOf(page)).toHaveCount(0);
  await rowOf(secondAdmin).getByRole('button', { name: 'Confirmar' }).click();
  await expect(
    secondAdmin.getByText(
      'Esta entrega já foi anotada. Antes de entregar de novo, veja no histórico do pedido por quem.',
    ),
  ).toBeVisible();
  await expect(rowOf(secondAdmin)).toHaveCount(0);
  await secondAdmin.context().close();
});

// @covers beyond: an admin undoes a hand-over that was noted by mistake, and the buyer reads what is true
//   [web/app/payments/admin/undo-hand-over.tsx]
test('undoes a hand-over, and shows the admin to the team and the owed amount to the buyer', async ({
  page,
}) => {
  const externalReference = await beginCashRefund(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Devolver/ })
    .click();
  const waiting = page.getByRole('listitem').filter({ hasText: `pedido ${externalReference}` });
  const handOver = async (note: string) => {
    await waiting.getByRole('button', { name: 'Anotar a entrega' }).click();
    await waiting.getByLabel(/^Quem recebeu/).fill(note);
    await waiting.getByRole('button', { name: 'Confirmar' }).click();
    await expect(waiting).toHaveCount(0);
  };
  await handOver('Entregue a Ana, recibo 7');

  const history = page.getByRole('region', { name: `Pedido ${externalReference}` });
  const undo = history.getByRole('button', { name: /^Desfazer a entrega/ });
  await undo.click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Desfazer a entrega' });
  await confirm.click();
  await expect(dialog.getByText('Escreva pelo menos 3 caracteres.')).toBeVisible();
  await expectPageChecks(page);
  await dialog.getByLabel('Motivo').fill('Era outro pedido');
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  await expect(undo).toHaveCount(0);
  await expect(history).toBeFocused();
  await expect(history).toContainText('entrega desfeita: a devolver em mãos');
  await expect(history.getByText('Devolução em andamento')).toBeVisible();
  await expect(history).toContainText(/Entrega do dinheiro desfeita, por .+: Era outro pedido/);
  await expect(waiting).toContainText(
    /desfez a entrega em .+: Era outro pedido\. Anotada antes: Entregue a Ana/,
  );
  await expectPageChecks(page);

  const buyers = await page.context().newPage();
  await buyers.goto(`/pedido/${externalReference}`);
  await expect(buyers.getByRole('heading', { name: 'Falta entregar o seu dinheiro' })).toBeVisible();
  await expect(buyers.getByText(/ainda vai entregar R\$\s4,00 a você, em mãos/)).toBeVisible();
  await expectPageChecks(buyers);

  await handOver('Entregue a Ana, recibo 8');
  await expect(buyers.getByText('Quem organiza a rifa devolveu o valor a você')).toBeVisible();
  await expect(buyers.getByText('Falta entregar', { exact: false })).toHaveCount(0);
});

// @covers beyond: an admin cancels a refund of cash before its hand-over, and the buyer keeps the cotas
//   [web/app/payments/admin/cancel-cash-refund.tsx]
test('cancels a cash refund by keyboard, and keeps the focus', async ({ page }) => {
  const externalReference = await beginCashRefund(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Devolver/ })
    .press('Enter');
  const waiting = page.getByRole('listitem').filter({ hasText: `pedido ${externalReference}` });
  const cancel = waiting.getByRole('button', { name: /^Cancelar a devolução/ });
  await cancel.press('Enter');
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Motivo');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await cancel.press('Enter');
  const confirm = dialog.getByRole('button', { name: 'Cancelar a devolução' });
  await confirm.press('Enter');
  await expect(dialog.getByText('Escreva pelo menos 3 caracteres.')).toBeVisible();
  await expect(reason).toBeFocused();
  await expectPageChecks(page);
  await page.keyboard.type('Prefere ficar com as cotas');
  await confirm.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(waiting).toHaveCount(0);
  // The focus is in the next row, or in the heading if the list is empty.
  await expect(page.locator('main h1:focus, main li:focus')).toHaveCount(1);
  await expectPageChecks(page);

  const buyers = await page.context().newPage();
  await buyers.goto(`/pedido/${externalReference}`);
  await expect(buyers.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
});

// @covers beyond: the end of a refund does not move the focus out of a form that was opened after it began
//   [web/app/payments/admin/payment-history-view.tsx]
test('keeps the focus in the form of the next row when the previous refund ends', async ({ page }) => {
  const externalReference = await beginCashRefund(page);
  const dialog = page.getByRole('dialog');
  const { promise: historyReleased, resolve: releaseHistory } = Promise.withResolvers<void>();
  await page.route('**/api/admin/payment-history?*', async (route) => {
    await historyReleased;
    await route.continue();
  });
  await dialog.getByRole('button', { name: /^Devolver/ }).click();
  await expect(dialog).toHaveCount(0);
  const waiting = page.getByRole('listitem').filter({ hasText: `pedido ${externalReference}` });
  await waiting.getByRole('button', { name: 'Anotar a entrega' }).press('Enter');
  const note = waiting.getByLabel(/^Quem recebeu/);
  await expect(note).toBeFocused();
  await note.pressSequentially('Entregue a');
  releaseHistory();
  await expect(page.getByRole('button', { name: 'Reembolsar' })).toHaveCount(0);
  await page.keyboard.type(' Ana, recibo 7');
  await expect(note).toHaveValue('Entregue a Ana, recibo 7');
  await expect(note).toBeFocused();
});

test.describe('the drawer', () => {
  // Runs once, because a day can be closed once.
  test.describe.configure({ retries: 0 });

  // @covers beyond: the count shows cash that moved since it began, and keeps what was typed
  //   [web/app/payments/finance/cash-card.tsx]
  test('explains missing fields of a count, and closes with the difference and its reason', async ({
    page,
  }) => {
    await sellForCash(page.request);
    await openAs(page, 'admin@exemplo.com.br', '/admin/financeiro');
    const counted = page.getByLabel('Contado na gaveta (R$)');
    await counted.fill('1,234');
    await counted.press('Enter');
    await expect(page.getByText('Um valor, como 120,50.')).toBeVisible();
    await expect(counted).toBeFocused();
    await counted.fill('99.999,00');
    const reason = page.getByLabel(/^Por que sobram/);
    await reason.fill('Troco do dia anterior');
    await expectPageChecks(page);

    // Differs from the amount of the other test's hand-over.
    await sellForCash(page.request, 3);
    const close = page.getByRole('button', { name: 'Fechar o caixa de hoje' });
    await close.press('Enter');
    await expect(page.getByText(/^Entrou ou saiu dinheiro enquanto você contava/)).toBeVisible();
    await expect(counted).toHaveValue('99.999,00');
    await expect(reason).toHaveValue('Troco do dia anterior');
    await expectPageChecks(page);

    const closed = page.getByText('O caixa de hoje está fechado.');
    // Other tests sell for cash at the same time, and the shop then rejects the closing of the drawer.
    await expect(async () => {
      if (!(await closed.isVisible())) await close.press('Enter', { timeout: 2_000 });
      await expect(closed).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(page.getByRole('heading', { name: 'Caixa em dinheiro' })).toBeFocused();
    await expect(page.getByText(/contados, sobraram R\$\s[\d.,]+ \(Troco do dia anterior\)/)).toBeVisible();
  });
});
