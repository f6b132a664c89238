/** Two accounts of one person against a spending limit, a coupon and self-exclusion. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { createCoupon } from '../kit/payments/coupons.ts';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { messageTo } from '../kit/people/mailbox.ts';
import { bearerOf, createBuyer, createPerson, newCpf, openAs, stateResidence } from '../kit/people/people.ts';
import { placeOrder } from '../kit/payments/purchases.ts';
import { payByPix } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const PRICE = 2;

test('applies the limits of a person over two accounts', async ({ page, browser, request }, info) => {
  const rifa = await createRifa(request);
  const coupon = await createCoupon(request, rifa.id);
  const cpf = newCpf();
  const first = await createPerson(request);
  await stateResidence(request, (await bearerOf(request, first)).authorization, { cpf });
  const second = await createPerson(request);
  await stateResidence(request, (await bearerOf(request, second)).authorization, { cpf: null });

  // With the first account she sets a limit, uses the coupon, and buys almost up to the limit.
  await openAs(page, first, '/minha-conta');
  const limits = page.getByRole('region', { name: 'Seus limites' });
  await limits.getByLabel('Limite mensal de gastos (R$)').fill('20,00');
  await limits.getByRole('button', { name: 'Salvar limite' }).click();
  await expect(limits.getByText(/de R\$\s20,00/)).toBeVisible();
  await page.goto(`/checkout?rifa=${rifa.id}`);
  await page.getByText('Bronze', { exact: true }).click();
  await applyCoupon(page, coupon);
  await expect(page.getByText(`Cupom ${coupon} (20%)`)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `Cupom aplicado: ${coupon}` })).toBeFocused();
  await pay(page).click();
  await expect(page).toHaveURL(/\/pedido\//);
  const reference = new URL(page.url()).pathname.split('/').at(-1)!;
  await payByPix(request, reference);
  await page.goto(`/checkout?rifa=${rifa.id}`);
  await page.getByText('Prata', { exact: true }).click();
  await expect(
    page.getByText(/Este pedido passa do limite mensal que você definiu: restam R\$\s12,00/).first(),
  ).toBeVisible();
  await expect(pay(page)).toBeDisabled();

  // The second account cannot state her CPF, so it gets neither a separate limit nor the coupon.
  const secondAccount = await (await browser.newContext()).newPage();
  await openAs(secondAccount, second, `/checkout?rifa=${rifa.id}`);
  await secondAccount.getByText('Bronze', { exact: true }).click();
  await applyCoupon(secondAccount, coupon);
  await secondAccount.getByLabel('CPF').fill(cpf);
  await pay(secondAccount).click();
  const note = secondAccount.getByRole('alert').filter({ hasText: 'Confira o CPF' });
  await expect(note).toContainText('Este CPF já é de outra conta. Entre nela');
  await expect(note.getByRole('button', { name: 'Entrar na outra conta' })).toBeVisible();

  // After a self-exclusion, neither account can buy or receive a gift.
  await page.goto('/minha-conta');
  await limits.getByRole('button', { name: 'Quero me afastar' }).click();
  await page.getByRole('button', { name: 'Confirmar autoexclusão' }).click();
  await expect(limits.getByText(/Autoexclusão até/)).toBeVisible();
  await messageTo(first, 'nenhum pedido novo é aceito nas suas contas, e você não recebe ofertas');
  // Nothing on the home page or the rifa's page invites her to buy.
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /, a sua pausa está valendo\.$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recomendadas para você' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Ver a rifa' }).first()).toBeVisible();
  for (const invitation of [
    /^participar agora/i,
    /quente$/,
    /^Restam apenas/,
    'Quase esgotado',
    'Pronto para ganhar?',
  ])
    await expect(page.getByRole('main').getByText(invitation).filter({ visible: true })).toHaveCount(0);
  await page.goto(`/rifa/${rifa.id}`);
  await expect(page.getByText(/Você pediu para ficar sem comprar até/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Participar · / })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Comprar com amigos' })).toBeHidden();
  await expect(page.getByText('pessoas comprando agora')).toBeHidden();
  await page.goto(`/checkout?rifa=${rifa.id}`);
  await expect(page.getByText(/Você pediu para ficar sem comprar até/).first()).toBeVisible();
  await pay(secondAccount).click();
  await expect(note).toContainText('Este CPF já é de outra conta.');
  const gift = await giveCota(request, rifa.id);
  await page.goto(`/presente/${gift}`);
  await page.getByRole('button', { name: 'Aceitar o presente' }).click();
  await expect(page.getByText(/Você pediu para ficar sem comprar até/)).toBeVisible();
  await secondAccount.goto(`/presente/${gift}`);
  await secondAccount.getByLabel('CPF').fill(cpf);
  await secondAccount.getByRole('button', { name: 'Aceitar o presente' }).click();
  await expect(secondAccount.getByText('Este CPF já é de outra conta.').first()).toBeVisible();
  await expect(secondAccount.getByRole('link', { name: 'Falar com o suporte' })).toBeVisible();

  await secondAccount.context().close();
  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
});

const pay = (page: Page) => page.getByRole('button', { name: 'Pagar com PIX' });

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByLabel('Cupom').fill(code);
  await page.getByRole('button', { name: 'Aplicar' }).click();
}

/** A friend buys a cota and gives it away. @returns the gift's reference */
async function giveCota(request: APIRequestContext, rifaId: string): Promise<string> {
  const friend = await createBuyer(request);
  const reference = await placeOrder({ request }, { ...friend, rifaId, quantity: 1, price: PRICE });
  await payByPix(request, reference);
  const order = (await (await request.get(`/api/orders/${reference}`)).json()) as {
    items: { selectedNumbers: number[] }[];
  };
  const response = await request.post(`/api/orders/${reference}/gifts`, {
    headers: { authorization: friend.authorization },
    data: { rifaId, numbers: order.items[0]!.selectedNumbers, recipientName: 'Rita', email: null },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { reference: string }).reference;
}
