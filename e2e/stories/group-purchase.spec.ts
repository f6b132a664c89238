/** A group purchase: a starter, a friend with an account and one without; a part stays unpaid. */
import { type Browser, expect, type Page } from '@playwright/test';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { failReads } from '../kit/page/outage.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import {
  createBuyer,
  fillLogin,
  newCpf,
  newEmail,
  newPhone,
  openAs,
  openAtDesk,
  PASSWORD,
} from '../kit/people/people.ts';
import { endHold } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const sheet = (page: Page) => page.getByRole('dialog');
const part = (page: Page, number: number) =>
  page.getByRole('listitem').filter({ has: page.getByText(`Parte ${number}:`) });

async function payPix(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  const paid = page.getByRole('heading', { name: 'A sua parte está paga. Boa sorte!' });
  await expect(paid).toBeFocused();
  await expect(paid).toBeInViewport();
}

async function referenceOf(page: Page): Promise<string> {
  const mine = await page.evaluate(async (path) => {
    const { access_token: token } = JSON.parse(localStorage.getItem('mare.auth')!) as {
      access_token: string;
    };
    const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
    return (await response.json()) as { orders: { externalReference: string }[] };
  }, '/api/me/open-orders');
  return mine.orders[0]!.externalReference;
}

/** While the own part cannot be read, no other one is offered. */
async function expectNoOfferWithoutOwnPart(browser: Browser, email: string, url: string): Promise<void> {
  const page = await openAtDesk(browser, email, '/como-participar');
  const recover = await failReads(page, '/api/group-purchases/*');
  await page.goto(url);
  await expect(page.getByText('Esta página se atualiza sozinha quando ela voltar.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Pegar/ })).toHaveCount(0);
  await recover();
  await expect(page.getByRole('heading', { name: 'A sua parte está paga. Boa sorte!' })).toBeVisible();
  await page.context().close();
}

// @covers beyond: group purchase: numbers reserved together, each friend pays a part by Pix, unpaid parts return
//   [server/checkout/group-purchases/plan-group.ts, web/app/purchase/group-purchase/group-view.tsx]
// @covers beyond: the panel leads from a group purchase to the orders of its parts, and says what a refund does to it
//   [web/app/payments/orders/order-group.tsx, web/app/payments/admin/group-after-refund.ts]
test('lets friends buy together, each paying a part', async ({ page, browser, request }, info) => {
  const errors = watchForErrors(page);
  const rifa = await createRifa(request);
  const starter = await createBuyer(request);
  await openAs(page, starter.email, `/rifa/${rifa.id}`);
  await page.getByRole('button', { name: 'Comprar com amigos' }).click();
  await sheet(page).getByLabel('Nome do bolão').fill('Bolão da praia');
  await expect(sheet(page).getByText('4 partes de 6 cotas (1 de bônus)')).toBeVisible();
  await sheet(page).getByRole('radio', { name: '1 hora' }).check({ force: true });
  await expectPageChecks(page);
  await sheet(page).getByRole('button', { name: 'Pagar com Pix' }).click();
  await page.waitForURL(/\/bolao\//);
  await expect(page.getByText('O bolão abre para os amigos quando a sua parte for paga.')).toBeVisible();
  await expect(page.getByText('Guardada')).toHaveCount(3);

  // Anyone can open the link, but parts are offered after the first payment.
  const url = new URL(page.url()).pathname;
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(url);
  await expect(visitor.getByText('Bolão de Rita L.')).toBeVisible();
  await expect(visitor.getByRole('button', { name: /Pegar/ })).toHaveCount(0);
  await payPix(page);
  await expect(page.getByText('Faltam 3 partes')).toBeVisible();
  await expectNoOfferWithoutOwnPart(browser, starter.email, url);
  await expectPageChecks(page);
  await expect(visitor.getByRole('button', { name: /Pegar uma parte/ })).toBeVisible();

  // A paused friend sees it before she chooses a part.
  const paused = await (await browser.newContext()).newPage();
  const pausing = await createBuyer(request);
  await request.post('/api/me/limits', {
    headers: { authorization: pausing.authorization },
    data: { kind: 'pause', days: 1 },
  });
  await openAs(paused, pausing.email, url);
  await expect(paused.getByText(/Você pausou suas compras até/)).toBeVisible();
  await expect(paused.getByRole('button', { name: /Pegar/ })).toHaveCount(0);
  await expectPageChecks(paused);
  await paused.context().close();

  // A friend with an account pays a part.
  const friendPage = await (await browser.newContext()).newPage();
  const friend = await createBuyer(request);
  await openAs(friendPage, friend.email, url);
  await friendPage.getByRole('button', { name: /Pegar esta parte.*3/ }).click();
  await sheet(friendPage).getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(friendPage.getByRole('heading', { name: /^Pague R\$/ })).toBeFocused();
  await expect(friendPage.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
  await expect(part(visitor, 3).getByText('Aguardando Pix')).toBeVisible();
  await payPix(friendPage);
  await expect(part(page, 3).getByText('Paga', { exact: true })).toBeVisible();
  await expect(page.getByText('Faltam 2 partes')).toBeVisible();
  await friendPage.getByRole('link', { name: 'Ver meu pedido' }).click();
  await expect(
    friendPage.getByRole('link', { name: 'Parte 3 de 4 do bolão “Bolão da praia”' }),
  ).toBeVisible();

  // A friend without an account takes a part, and does not pay it in time.
  await visitor.getByRole('button', { name: /Pegar esta parte.*2/ }).click();
  const fields = sheet(visitor);
  await fields.getByLabel('Nome completo').fill('Ana Beatriz Souza');
  await fields.getByLabel('Celular com DDD').fill(newPhone());
  await fields.getByLabel('E-mail').fill(newEmail());
  await fields.getByLabel('CPF').fill(newCpf());
  await fields.getByLabel('Data de nascimento').fill('04111992');
  await fields.getByLabel('Cidade onde você mora').selectOption('Maceió');
  await expectPageChecks(visitor);
  // The response from before the order, without her city, stays cached.
  const sentRequest = visitor.waitForRequest('**/participation');
  await fields.getByRole('button', { name: 'Pagar com Pix' }).click();
  await sentRequest;
  await visitor.route('**/participation', () => {});
  await expect(visitor.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
  await expect(part(page, 2).getByText('Ana S.')).toBeVisible();
  await expectPageChecks(visitor);
  await visitor.getByRole('button', { name: 'Copiar código Pix' }).focus();
  await endHold(request, await referenceOf(visitor));
  await expect(part(page, 2).getByText('Livre')).toBeVisible();
  await expect(visitor.getByText('A parte 2 voltou ao bolão.')).toBeVisible();
  await expect(visitor.locator(':focus')).toContainText('A parte 2 voltou ao bolão.');
  await expect(visitor.locator(':focus')).toBeInViewport();
  await visitor.getByRole('button', { name: /Pegar uma parte/ }).click();
  await expect(fields.getByRole('button', { name: 'Pagar com Pix' })).toBeVisible();
  await expect(fields.getByText('Não é possível participar')).toHaveCount(0);
  await visitor.unroute('**/participation');
  await visitor.keyboard.press('Escape');

  const desk = await openAtDesk(browser, 'admin@exemplo.com.br', '/admin/pedidos');
  await expectGroupAtDesk(desk, page.url());
  await desk.context().close();

  // The starter ends the unpaid parts; paid parts stay.
  await page.getByRole('button', { name: 'Encerrar o bolão' }).click();
  await sheet(page).getByRole('button', { name: 'Encerrar o bolão' }).click();
  await expect(page.getByText(/Quem começou encerrou o bolão/)).toBeVisible();
  await expect(page.getByText('Bolão encerrado', { exact: true }).first()).toBeFocused();
  await expect(visitor.getByText('Não foi paga')).toHaveCount(2);
  await expect(visitor.getByText('2 pagas de 4')).toBeVisible();
  expect(errors).toEqual([]);
  await visitor.context().close();
  await friendPage.context().close();
  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
});

/** An admin opens the group by its link, finds the orders of its parts, and sees the effect of a refund. */
async function expectGroupAtDesk(desk: Page, url: string): Promise<void> {
  await desk.getByRole('searchbox').fill(url);
  await desk.getByRole('searchbox').press('Enter');
  // Two paid parts, and one not paid in time.
  const orders = desk.getByRole('list', { name: 'Pedidos' }).getByRole('link');
  await expect(orders).toHaveCount(3);
  await orders.last().press('Enter');
  const parts = desk.getByRole('heading', { name: 'Bolão', exact: true }).locator('..').getByRole('listitem');
  await expect(parts).toHaveCount(4);
  await expect(parts.nth(0)).toContainText(/\(este pedido\), quem começou\s*Paga/);
  await expect(parts.nth(3)).toContainText(/Parte 4: ninguém\s*Livre/);
  await expectPageChecks(desk);

  const effects = desk.getByRole('dialog', { name: 'Confirmar o reembolso' });
  const askRefund = async () => {
    await desk.getByRole('button', { name: 'Reembolsar' }).press('Enter');
    await desk.getByLabel('Motivo').fill('Pagou por engano');
    await desk.getByRole('button', { name: 'Continuar' }).press('Enter');
  };
  await askRefund();
  await expect(effects).toContainText('com a devolução, o bolão termina, e 2 partes livres voltam à venda.');
  await expect(effects).toContainText(/Parte 3, de .+: paga, continua valendo\./);
  await expectPageChecks(desk);
  await desk.keyboard.press('Escape');

  await parts.nth(2).getByRole('link').press('Enter');
  await expect(parts.nth(2)).toContainText('(este pedido)');
  await askRefund();
  await expect(effects).toContainText('O bolão continua aberto sem ela, e não fica mais completo');
}

test('keeps the draft of a new group across a sign-in with a password', async ({ page }) => {
  const rifa = await createRifa(page.request);
  const { email } = await createBuyer(page.request);
  await page.goto(`/rifa/${rifa.id}`);
  await page.getByRole('button', { name: 'Comprar com amigos' }).click();
  await sheet(page).getByLabel('Nome do bolão').fill('Bolão da praia');
  await sheet(page).getByRole('radio', { name: '1 hora' }).check({ force: true });
  await sheet(page).getByRole('button', { name: 'Já comprei aqui' }).click();
  await sheet(page).getByRole('link', { name: 'Entrar com senha' }).click();
  await fillLogin(page, email, PASSWORD);
  await expect(sheet(page).getByLabel('Nome do bolão')).toHaveValue('Bolão da praia');
  await expect(sheet(page).getByRole('radio', { name: '1 hora' })).toBeChecked();
  await expect(sheet(page).getByRole('button', { name: 'Pagar com Pix' })).toBeVisible();
});

test('offers another part when the part of an open sheet is taken', async ({ page, browser }) => {
  const rifa = await createRifa(page.request);
  const starter = await createBuyer(page.request);
  await openAs(page, starter.email, `/rifa/${rifa.id}`);
  await page.getByRole('button', { name: 'Comprar com amigos' }).click();
  await sheet(page).getByRole('button', { name: 'Pagar com Pix' }).click();
  await page.waitForURL(/\/bolao\//);
  await payPix(page);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL(page.url()).pathname);
  await visitor.getByRole('button', { name: /Pegar esta parte.*2/ }).click();
  const name = sheet(visitor).getByLabel('Nome completo');
  await name.fill('Ana Beatriz Souza');

  const friendPage = await (await browser.newContext()).newPage();
  await openAs(friendPage, (await createBuyer(page.request)).email, new URL(page.url()).pathname);
  await friendPage.getByRole('button', { name: /Pegar esta parte.*2/ }).click();
  await sheet(friendPage).getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(friendPage.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();

  await expect(sheet(visitor).getByText(/A parte 2 já foi pega\. A parte 3 está livre/)).toBeVisible();
  await expect(sheet(visitor).getByRole('button', { name: 'Pagar com Pix' })).toBeHidden();
  const nextPartButton = sheet(visitor).getByRole('button', { name: 'Pegar a parte 3' });
  await expect(nextPartButton).toBeFocused();
  await expectPageChecks(visitor);
  await nextPartButton.press('Enter');
  await expect(sheet(visitor).getByRole('heading', { name: 'Parte 3 do bolão' })).toBeVisible();
  await expect(name).toHaveValue('Ana Beatriz Souza');
  await visitor.context().close();
  await friendPage.context().close();
});
