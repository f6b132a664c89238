/** A rush on the last hundred cotas: some buyers pay, others only reserve. */
import { type Browser, expect, type Page } from '@playwright/test';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { createBuyer, openAs, openAtDesk } from '../kit/people/people.ts';
import { payInSandbox, placeOrder, requestOrder } from '../kit/payments/purchases.ts';
import { createPix, endHold, payByPix, payLate } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const PRICE = 2;

test('sells the last hundred cotas to buyers who pay', async ({ page, browser, request }, info) => {
  const rifa = await createRifa(request, { totalNumbers: 100 });
  const lineOf = (quantity: number) => ({ rifaId: rifa.id, quantity, price: PRICE });
  const desk = await openAtDesk(browser, 'admin@exemplo.com.br', `/admin/rifas/${rifa.id}`);
  await expect(desk.getByText('Ativa', { exact: true })).toBeVisible();

  // A buyer on a phone chooses fifteen cotas. Before the order, three people reserve ninety, at most thirty each.
  await fillCart(page, rifa.id, 15);
  const reservers = await Promise.all([1, 2, 3].map(() => createBuyer(request)));
  const [expiring, late, paying] = await Promise.all(
    reservers.map((reserver) => placeOrder({ request }, { ...reserver, ...lineOf(30) })),
  );
  const moreCotas = await requestOrder({ request }, { ...reservers[0]!, lines: [lineOf(1)] });
  expect(await moreCotas.json()).toMatchObject({ code: 'UNPAID_LIMIT', data: { allowed: 0, unpaid: 30 } });
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(page.getByText(`Só 10 cotas de “${rifa.title}” estão livres agora.`).first()).toBeVisible();
  const offer = page.getByRole('button', { name: 'Levar 10' });
  await expect(page.locator(':focus').filter({ has: offer })).toBeVisible();
  await offer.press('Enter');
  await expect(page.getByRole('heading', { name: 'Resumo do pedido' })).toBeFocused();
  await payCart(page);

  // Two reservations expire: their cotas go to the next buyers, and the limit of those who did not pay decreases.
  const lateCode = await createPix(request, late!);
  await endHold(request, expiring!);
  await endHold(request, late!);
  const secondRequest = await requestOrder({ request }, { ...reservers[0]!, lines: [lineOf(30)] });
  expect(await secondRequest.json()).toMatchObject({ code: 'UNPAID_LIMIT', data: { allowed: 15 } });
  const secondPhone = await openPhone(browser);
  await Promise.all([buyOnPhone(secondPhone, rifa.id, 30), payByPix(request, paying!)]);
  const third = await createBuyer(request);
  await payByPix(request, await placeOrder({ request }, { ...third, ...lineOf(30) }));

  // Payments for cotas that others have bought are refunded.
  await payLate(request, lateCode);
  await secondPhone.goto(`/pedido/${late!}`);
  await expect(
    secondPhone.getByText(/^Um pagamento de R\$\s60,00 não podia valer para este pedido, e foi devolvido/),
  ).toBeVisible({
    timeout: 45_000,
  });
  await expect(async () => {
    await desk.reload();
    await expect(desk.getByText('Ativa', { exact: true })).toBeHidden({ timeout: 3_000 });
  }).toPass();
  await secondPhone.goto(`/rifa/${rifa.id}`);
  await expect(secondPhone.getByText('Todas as cotas foram vendidas.')).toBeVisible();

  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
  await desk.context().close();
  await secondPhone.context().close();
});

async function openPhone(browser: Browser): Promise<Page> {
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  return phone.newPage();
}

async function buyOnPhone(page: Page, rifaId: string, quantity: number): Promise<void> {
  await fillCart(page, rifaId, quantity);
  await payCart(page);
}

/** Leads a new buyer to the checkout. */
async function fillCart(page: Page, rifaId: string, quantity: number): Promise<void> {
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${rifaId}/anonymous`);
  await page.getByRole('textbox', { name: 'Quantidade de cotas' }).fill(String(quantity));
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await expect(page.getByRole('dialog', { name: 'Carrinho' })).toBeVisible();
  await page.goto('/checkout');
}

async function payCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await page.waitForURL(/[?&]pedido=/);
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido de/ })).toBeFocused();
  await payInSandbox(page);
}
