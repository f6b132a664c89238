/** A service as a prize: from the partner who offers it to the draw, a mistaken redemption and the payout. */
import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { ageVouchers } from '../kit/people/days-pass.ts';
import { confirmResult, enterSealedResult } from '../kit/draws/draw-admin.ts';
import { createRifa, extractionAhead } from '../kit/rifas/new-rifa.ts';
import { createBuyer, newEmail, newPhone, openAs, openAtDesk } from '../kit/people/people.ts';
import { expectAccessible, expectPageChecks } from '../kit/page/page-checks.ts';
import { placeOrder } from '../kit/payments/purchases.ts';
import { payByPix } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const ADMIN = 'admin@exemplo.com.br';
const COTAS = 100;
const COTAS_PER_ORDER = 25;
const LONG_DAYS = 45;

interface Partner {
  company: string;
  service: string;
  email: string;
  phone: string;
}

test('pays a partner for the service that a winner used', async ({ page, browser, request }, info) => {
  const suffix = randomUUID().slice(0, 8);
  const partner = {
    company: `Casa ${suffix}`,
    service: `passeio ${suffix}`,
    email: newEmail(),
    phone: newPhone(),
  };
  const portal = await applyAsPartner(browser, partner);
  await approve(browser, partner);

  // One buyer buys all cotas, and wins.
  const prize = `Passeio de jangada ${suffix}`;
  const drawDate = await extractionAhead(request, 10);
  const rifa = await createRifa(request, {
    totalNumbers: COTAS,
    drawDate,
    service: { prize, type: partner.service },
  });
  const winner = await createBuyer(request);
  // In several orders: a new buyer may reserve only a few cotas at a time.
  const order = { ...winner, rifaId: rifa.id, quantity: COTAS_PER_ORDER, price: 2 };
  for (let bought = 0; bought < COTAS; bought += COTAS_PER_ORDER)
    await payByPix(request, await placeOrder({ request }, order));
  const extraction = await enterSealedResult(browser, {
    title: new RegExp(`^${rifa.title}$`),
    firstPrize: '12345',
  });
  await confirmResult(browser, extraction);

  await openAs(page, winner.email, '/meus-vouchers');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: prize }) });
  await expect(async () => {
    await page.reload();
    await expect(card.getByText(partner.company)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(card.getByText('Rua do Porto, 7, Maceió (AL)')).toBeVisible();
  const code = await card.locator('[data-voucher-code]').innerText();
  const pin = await card.locator('[data-voucher-pin]').innerText();

  await logIn(portal, partner);
  await agreeOnDate({ page, portal, prize });

  // First a wrong PIN, then the right one on the wrong day: after the undo, the voucher works again.
  await redeem(portal, code, pin === '0000' ? '1111' : '0000');
  await expect(portal.getByText(/^O PIN não é este/)).toBeVisible();
  await redeem(portal, code, pin);
  const confirmed = portal.getByText(/^Voucher validado às \d{2}:\d{2}: Passeio de jangada /);
  await expect(confirmed).toBeVisible();
  const used = portal.getByRole('listitem').filter({ hasText: code });
  await used.getByRole('button', { name: 'Desfazer o uso' }).click();
  const undo = portal.getByRole('dialog', { name: 'Desfazer o uso?' });
  await undo.getByRole('button', { name: 'Desfazer o uso' }).click();
  await expect(portal.getByText('Uso desfeito.')).toBeVisible();
  await expect(confirmed).toBeHidden();
  await expect(portal.getByRole('region', { name: 'Vouchers usados e vencidos' })).toBeFocused();
  await page.reload();
  await expect(card.locator('[data-voucher-pin]')).toHaveText(pin);
  await redeem(portal, code, pin);
  await expect(used).toBeVisible();
  await expect(portal.getByLabel('Código do voucher')).toBeFocused();
  await page.reload();
  await expect(card.getByText('Validado')).toBeVisible();
  await page.goto('/meus-premios');
  await expect(page.getByText(/^Entregue em/)).toBeVisible();

  // One commission for two uses, one of them undone.
  const statement = portal.getByRole('region', { name: 'Extrato do mês' });
  await portal.getByRole('tab', { name: 'Comissões' }).click();
  await expect(statement).toContainText(/1 voucher usado\)R\$\s50,00/);
  await expect(statement).toContainText(/Saldo no fim do mêsR\$\s50,00/);
  await ageVouchers(partner.email, LONG_DAYS);
  await payOut(browser, partner);
  await portal.reload();
  await expect(portal.getByText('Paga', { exact: true })).toBeVisible();
  await expect(statement).toContainText(/Saldo no começo do mêsR\$\s50,00/);
  await expect(statement).toContainText(/Pago por Pix-R\$\s50,00/);
  await expect(statement).toContainText(/Saldo no fim do mêsR\$\s0,00/);
  await portal.context().close();
  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
});

async function applyAsPartner(browser: Browser, partner: Partner): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto('/parceiro');
  const login = page.getByRole('dialog', { name: 'Login do Parceiro' });
  await expect(login).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(login).toBeHidden();
  await page.getByLabel('Empresa').fill(partner.company);
  await page.getByLabel('Pessoa de contato').fill('Neide Luz');
  const form = page.getByRole('main').locator('form').filter({ hasText: 'Quero ser parceiro' });
  await form.getByLabel('E-mail').fill(partner.email);
  await form.getByLabel('Telefone com DDD').fill(partner.phone);
  await form.getByLabel('Serviços').fill(partner.service);
  await form.getByLabel('Endereço').fill('Rua do Porto, 7');
  await form.getByLabel('Chave Pix').fill(partner.email);
  await form.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(page.getByText('Pedido enviado!')).toBeVisible();
  return page;
}

async function approve(browser: Browser, { company }: Partner): Promise<void> {
  const desk = await openAtDesk(browser, ADMIN, `/admin/partners?busca=${encodeURIComponent(company)}`);
  const card = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: company }) });
  await card.getByRole('button', { name: 'Aprovar' }).press('Enter');
  await expect(card.getByRole('button', { name: 'Pausar' })).toBeFocused();
  await desk.context().close();
}

async function logIn(portal: Page, { email, phone, company }: Partner): Promise<void> {
  await portal.goto('/parceiro?aba=vouchers');
  const dialog = portal.getByRole('dialog', { name: 'Login do Parceiro' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Telefone').fill(phone);
  await dialog.getByRole('button', { name: 'Entrar' }).press('Enter');
  await expect(portal.getByRole('heading', { level: 1, name: company })).toBeFocused();
}

/** The winner proposes, the partner answers with another date, which the winner accepts. */
async function agreeOnDate({
  page,
  portal,
  prize,
}: {
  page: Page;
  portal: Page;
  prize: string;
}): Promise<void> {
  const bookingOfWinner = page.getByRole('group', { name: 'Data do serviço' });
  await bookingOfWinner.getByRole('button', { name: 'Propor datas' }).press('Enter');
  await expect(bookingOfWinner.getByLabel('Opção 1')).toBeFocused();
  await bookingOfWinner.getByRole('button', { name: 'Enviar datas' }).press('Enter');
  await expect(bookingOfWinner.getByText('Diga ao menos uma data com hora.')).toBeVisible();
  await expect(bookingOfWinner.getByLabel('Opção 1')).toBeFocused();
  await bookingOfWinner.getByLabel('Opção 1').fill(`${dayAfter(2)}T09:30`);
  await bookingOfWinner.getByLabel('Opção 2').fill(`${dayAfter(3)}T15:00`);
  await expectAccessible(page);
  await bookingOfWinner.getByRole('button', { name: 'Enviar datas' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(bookingOfWinner.getByText(/^Você propôs estas datas/)).toBeVisible();
  await expect(page.getByText('Alguém alterou antes de você')).toHaveCount(0);

  await portal.reload();
  const dates = portal.getByRole('region', { name: 'Datas combinadas' });
  const bookingOfPartner = dates
    .getByRole('listitem')
    .filter({ has: portal.getByRole('heading', { name: prize }) });
  await expect(bookingOfPartner.getByRole('button', { name: /^Aceitar / })).toHaveCount(2);
  await expectAccessible(portal);
  // The winner is faster: the clicked button disappears, and focus moves to the current state.
  await bookingOfWinner.getByRole('button', { name: 'Cancelar as propostas' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar as propostas' }).click();
  await expect(bookingOfWinner.getByText(/^Você cancelou/)).toBeVisible();
  await bookingOfPartner
    .getByRole('button', { name: /^Aceitar / })
    .first()
    .press('Enter');
  await expect(portal.getByText('As datas mudaram antes de você: veja o que vale agora.')).toBeVisible();
  await expect(bookingOfPartner.getByText(/^Quem ganhou cancelou/)).toBeFocused();
  await bookingOfPartner.getByRole('button', { name: 'Propor datas' }).click();
  await bookingOfPartner.getByLabel('Opção 1').fill(`${dayAfter(4)}T08:00`);
  await bookingOfPartner.getByRole('button', { name: 'Enviar datas' }).click();
  await expect(bookingOfPartner.getByText(/^Você propôs estas datas/)).toBeVisible();

  await page.reload();
  await bookingOfWinner.getByRole('button', { name: /^Aceitar / }).click();
  await expect(bookingOfWinner.getByText(/^Marcado para /)).toBeVisible();
  await expectPageChecks(page);
  await portal.reload();
  await expect(bookingOfPartner.getByText(/^Marcado para /)).toBeVisible();
  await bookingOfPartner.getByRole('button', { name: 'Cancelar a data' }).click();
  const cancelDialog = portal.getByRole('dialog', { name: 'Cancelar a data?' });
  await expect(cancelDialog).toContainText('quem ganhou recebe um aviso');
  await cancelDialog.getByRole('button', { name: 'Voltar' }).click();
  await expect(bookingOfPartner.getByText(/^Marcado para /)).toBeVisible();
  await bookingOfPartner.getByRole('button', { name: 'Cancelar a data' }).press('Enter');
  await cancelDialog.getByRole('button', { name: 'Cancelar a data' }).press('Enter');
  await expect(bookingOfPartner.getByText(/^Você cancelou/)).toBeFocused();
}

/** Date in Maceió this many days from now, YYYY-MM-DD. */
function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000 - 3 * 3_600_000).toISOString().slice(0, 10);
}

async function redeem(portal: Page, code: string, pin: string): Promise<void> {
  await portal.getByLabel('Código do voucher').fill(code);
  await portal.getByLabel('PIN de quem ganhou').fill(pin);
  await portal.getByRole('button', { name: 'Validar', exact: true }).press('Enter');
}

/** On the 15th finance collects, approves and pays. */
async function payOut(browser: Browser, { email }: Partner): Promise<void> {
  const desk = await openAtDesk(browser, ADMIN, '/admin/partners');
  await desk.getByRole('button', { name: 'Reunir o dia 15' }).click();
  const payouts = desk.getByRole('region', { name: 'Repasses' });
  const payout = payouts.getByRole('listitem').filter({ hasText: email });
  await expect(payout).toContainText(/R\$\s50,00/);
  await payout.getByRole('button', { name: 'Aprovar' }).click();
  await payout.getByRole('button', { name: 'Marcar como pago' }).click();
  await desk.getByLabel('Comprovante').fill('E2026TESTE');
  await desk.getByRole('button', { name: 'Confirmar pagamento' }).click();
  await expect(payout.getByText('Pago', { exact: true })).toBeVisible();
  await desk.context().close();
}
