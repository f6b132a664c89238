/** Cancels a rifa whose cotas share orders with those of another rifa. */
import { expect, type Page } from '@playwright/test';
import { createRifa, changeRifaState } from '../kit/rifas/new-rifa.ts';
import { createBuyer, openAs, openAtDesk } from '../kit/people/people.ts';
import { payInSandbox, placeOrderOver } from '../kit/payments/purchases.ts';
import { createPix, expectStatus, payByPix, payLate, readOrder } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const REASON = 'O prêmio foi roubado.';

test('refunds only the cancelled rifa', async ({ page, browser, request }, info) => {
  const [cancelled, active] = [await createRifa(request), await createRifa(request)];
  const lines = {
    both: [
      { rifaId: cancelled.id, quantity: 3, price: 2 },
      { rifaId: active.id, quantity: 2, price: 2 },
    ],
    cancelled: [{ rifaId: cancelled.id, quantity: 4, price: 2 }],
    other: [{ rifaId: active.id, quantity: 5, price: 2 }],
  };
  const placeOrderOn = async (rifas: keyof typeof lines) => {
    const { email, authorization } = await createBuyer(request);
    const newOrder = { email, authorization, lines: lines[rifas] };
    return { email, reference: await placeOrderOver({ request }, newOrder) };
  };

  const watching = await placeOrderOn('both');
  await openAs(page, watching.email, `/pedido/${watching.reference}`);
  await payInSandbox(page);
  const receipt = await saveReceipt(page, info.outputPath('comprovante.tlog-proof'));
  const paidBoth = await Promise.all([placeOrderOn('both'), placeOrderOn('both'), placeOrderOn('both')]);
  const [paidCancelled, paidOther, unpaid] = [
    await placeOrderOn('cancelled'),
    await placeOrderOn('other'),
    await placeOrderOn('both'),
  ];
  for (const { reference } of [...paidBoth, paidCancelled, paidOther]) await payByPix(request, reference);
  const code = await createPix(request, unpaid.reference);

  const desk = await openAtDesk(browser, 'admin@exemplo.com.br', `/admin/rifas/${cancelled.id}`);
  await changeRifaState(desk, 'Cancelar rifa', REASON);
  await expect(desk.getByText('Cancelada', { exact: true })).toBeVisible();
  await desk.context().close();

  // Orders of only the cancelled rifa are refunded in full; the others keep the other rifa.
  await expectStatus(request, paidCancelled.reference, 'refunded');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/3 cotas devolvidas e R\$\s6,00 de volta/)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByText('O resto do pedido continua valendo.')).toBeVisible();
  for (const { reference } of [...paidBoth, paidOther])
    expect((await readOrder(request, reference)).status).toBe('paid');

  // A Pix code from before the cancellation is paid after it.
  await payLate(request, code);
  await expect
    .poll(async () => (await readOrder(request, unpaid.reference)).status, { timeout: 45_000 })
    .not.toBe('pending');

  await page.goto(`/rifa/${cancelled.id}`);
  await expect(page.getByText(REASON).first()).toBeVisible();
  await expectStoryConsistent({ request, info, rifas: [cancelled.id, active.id], receipts: [receipt] });
});

async function saveReceipt(page: Page, path: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar comprovante' }).click();
  await (await downloading).saveAs(path);
  return path;
}
