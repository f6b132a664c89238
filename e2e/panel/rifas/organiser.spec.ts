/** A shop run only in the panel: a rifa from the empty form to the draw, and the payouts of a month. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { confirmResult, enterSealedResult } from '../../kit/draws/draw-admin.ts';
import { expectDraftSaved, openStep, publishReviewed, changeRifaState } from '../../kit/rifas/new-rifa.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../../kit/page/page-checks.ts';
import { createBuyer, openAs, signInAs } from '../../kit/people/people.ts';
import { payInSandbox, placeOrder, refundOrder } from '../../kit/payments/purchases.ts';
import { test } from '../../kit/test.ts';

const PHOTO = join(import.meta.dirname, '../../../docs/pictures/home-desktop-light.png');
const tag = randomUUID().slice(0, 8);
const TITLE = `Bicicleta ${tag}`;
const TEST = `Chamada ${tag}`;
const PHRASE = `Boa sorte, ${tag}!`;
const CAMPAIGN = `Rifa nova ${tag}`;
const TICKET = `Quando é o sorteio ${tag}`;

// @covers panel: analytics: an A/B test begins in a place where none runs, and ends with a winner or without;
//   'Novo teste', 'Encerrar sem vencedor'
// @covers panel: rifas: made with a picture and prizes, published, sold by hand, cancelled and refunded; 'Nova
//   Rifa' [web/app/rifas/admin/managed-rifa-page.tsx]
// @covers beyond: a new rifa is created in steps over a draft that saves itself; 'Criar rascunho', 'Continuar'
//   [web/app/rifas/admin/draft/draft-editor.tsx]
// @covers beyond: the page of a published rifa in the panel has a menu of its parts; 'Partes da página'
//   [web/app/rifas/admin/page-parts.tsx]
test('runs a rifa from the empty form to the draw', async ({ page, browser }) => {
  test.slow();
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  await startTest(page);
  await sendCampaign(page);
  const rifaId = await makeRifa(page);
  await publishReviewed(page);
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Editar' }).click();
  await expect(page.getByLabel('Nome do prêmio').first()).toBeDisabled();
  const parts = page.getByRole('navigation', { name: 'Partes da página' });
  await parts.getByRole('link', { name: 'Prêmios' }).click();
  await expect(page.getByRole('heading', { name: 'Prêmios', exact: true })).toBeInViewport();

  const { number, refunded } = await buyTwice(browser, rifaId);
  await page.goto(`/admin/rifas/${rifaId}`);
  await expect(figure(page, 'Vendidas')).toContainText('12');
  await page.goto('/admin');
  await expect(page.getByText(TITLE).first()).toBeVisible();
  await answerTicket(page);
  await refundOrder(page, refunded);
  await expect(async () => {
    await page.goto(`/admin/rifas/${rifaId}`);
    await expect(figure(page, 'Vendidas')).toContainText('10', { timeout: 2_000 });
  }).toPass();
  await endTest(page);

  await page.goto(`/admin/rifas/${rifaId}`);
  await changeRifaState(page, 'Encerrar vendas', 'A meta da rifa foi atingida.');
  await untilFrozen(page, rifaId);
  const firstPrize = `123${String(number % 100).padStart(2, '0')}`;
  const extraction = await enterSealedResult(browser, { title: new RegExp(tag), firstPrize });
  await confirmResult(browser, extraction);
  await page.goto(`/resultado/${rifaId}`);
  // The page of a sealed draw asks for its result every ten seconds.
  await expect(page.getByText('Rita L.').first()).toBeVisible({ timeout: 30_000 });

  await expectSent(page);
  expect(errors).toEqual([]);
});

// @covers community 2: payouts on the 15th from R$ 50,00, of sales confirmed in the last 30 days; approved,
//   exported, paid once ('Reunir o dia 15', 'Exportar aprovados', 'Marcar como pago')
test('pays affiliates and partners', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  await payOut(page, 'affiliates', 'Maria Silva');
  await payOut(page, 'partners', 'Espaço Maresia Spa');
  expect(errors).toEqual([]);
});

const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });

async function makeRifa(page: Page): Promise<string> {
  await page.goto('/admin/rifas');
  await page.getByRole('link', { name: 'Nova Rifa' }).click();
  await expect(page.getByRole('heading', { name: 'Nova Rifa' })).toBeVisible();
  await page.getByLabel('Título').fill(TITLE);
  await page.getByRole('button', { name: 'Criar rascunho' }).click();
  await expect(page.getByText('Rascunho criado.')).toBeVisible();
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  const [rifaId] = /[0-9a-f-]{36}$/.exec(page.url())!;
  await page.getByLabel('Descrição').first().fill('Aro 29, **freio a disco**.');
  await page.getByLabel('Escolher imagem da rifa').setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Usar esta imagem' }).click();
  await expect(page.getByText('Trocar imagem')).toBeVisible();
  const openNextStep = page.getByRole('link', { name: 'Continuar' });
  await openNextStep.click();
  await page.getByLabel('Nome do prêmio').fill('Bicicleta aro 29');
  await page.getByLabel('Valor em reais').fill('15.000,00');
  await openNextStep.click();
  await page.getByLabel('Preço da cota em reais').fill('2,50');
  await page.getByLabel('Total de números').selectOption('100');
  const earnings = page.getByRole('region', { name: 'Quanto esta rifa rende' });
  await expect(earnings.getByText('Não paga os prêmios', { exact: false })).toBeVisible();
  await expectPageChecks(page);
  await openStep(page, 'Prêmios');
  await page.getByLabel('Valor em reais').fill('100,00');
  await openNextStep.click();
  await expect(
    earnings.getByText('Paga os prêmios a partir de 49 cotas vendidas', { exact: false }),
  ).toBeVisible();
  await openNextStep.click();
  const extraction = page.getByLabel('Extração que decide');
  await extraction.selectOption(await extraction.locator('option').last().getAttribute('value'));
  await expectDraftSaved(page);
  await expectPageChecks(page);
  for (const step of ['Regulamento', 'Revisar']) {
    await openStep(page, step);
    await expectPageChecks(page);
  }
  return rifaId;
}

/** Starts an A/B test of a phrase above the pay button. */
async function startTest(page: Page): Promise<void> {
  await page.goto('/admin/analytics');
  await page.getByRole('button', { name: 'Novo teste' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo teste A/B' });
  await expect(dialog.getByLabel('Nome do teste')).toBeFocused();
  await dialog.getByLabel('Nome do teste').fill(TEST);
  await dialog.getByLabel('Onde').selectOption('Frase acima do botão de pagar');
  await dialog.getByLabel('Frase de A').fill(PHRASE);
  await dialog.getByLabel('Frase de B').fill(PHRASE);
  await dialog.getByLabel('Tráfego de A, em %').fill('60');
  await expect(dialog.getByText('As partes do tráfego somam 110%')).toBeVisible();
  await dialog.getByLabel('Tráfego de B, em %').fill('40');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Começar teste' }).click();
  await expect(testCard(page).getByText('Em andamento')).toBeVisible();
}

const testCard = (page: Page) =>
  page
    .getByRole('region', { name: 'Testes A/B' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: TEST }) });

/** The A/B test counts the purchase made at checkout. */
async function endTest(page: Page): Promise<void> {
  await page.goto('/admin/analytics');
  await expect(
    testCard(page)
      .getByText(/^[1-9]\d* impress(?:ão|ões) · [1-9]\d* pedidos? pagos?/)
      .first(),
  ).toBeVisible();
  await testCard(page).getByRole('button', { name: 'Encerrar sem vencedor' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/\([1-9]\d* de [1-9]\d*\)/).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Encerrar teste' }).click();
  await expect(testCard(page).getByText('sem vencedor', { exact: false })).toBeVisible();
}

/** Delivery is checked at the end of the test. */
async function sendCampaign(page: Page): Promise<void> {
  await page.goto('/admin/email-campaigns');
  await page.getByRole('link', { name: 'Nova campanha' }).click();
  await page.getByLabel('Nome da campanha').fill(CAMPAIGN);
  await page.getByLabel('Assunto').fill('Tem rifa nova, {nome}!');
  await page.getByLabel('Texto', { exact: true }).fill('Oi, {nome}. Chegou uma **bicicleta**.');
  await page.getByLabel('VIP', { exact: true }).check();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Enviar ou agendar' }).click();
  await page.getByRole('button', { name: 'Enviar agora' }).click();
  await expect(page.getByText(/^O envio começa em|^O envio começou em|^Envio concluído em/)).toBeVisible();
}

async function expectSent(page: Page): Promise<void> {
  await page.goto(`/admin/email-campaigns?busca=${tag}`);
  await page.getByRole('link', { name: new RegExp(CAMPAIGN) }).click();
  await page.waitForURL(/\/email-campaigns\/[0-9a-f-]{36}/);
  // Buyers get offers at their chosen hour.
  await expect(async () => {
    await page.reload();
    await expect(figure(page, 'Entregues')).toContainText(/[1-9]/, { timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
}

/** One buyer uses the screens and opens a ticket, another the API. @returns a number of the first, the order of the second */
async function buyTwice(browser: Browser, rifaId: string): Promise<{ number: number; refunded: string }> {
  const context = await browser.newContext();
  const shop = await context.newPage();
  const { email } = await createBuyer(shop.request);
  await openAs(shop, email, '/suporte');
  const form = shop.getByRole('main');
  await form.getByLabel('Assunto').fill(TICKET);
  await form.getByLabel('Mensagem').fill('Não achei a data.');
  await form.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(shop.getByText('Ticket criado!')).toBeVisible();

  await shop.goto(`/checkout?rifa=${rifaId}`);
  await shop.getByLabel('Quantidade manual').fill('10');
  await expect(shop.getByText(PHRASE)).toBeVisible();
  await shop.getByRole('button', { name: 'Pagar com PIX' }).click();
  await shop.waitForURL(/\/pedido\//);
  await payInSandbox(shop);
  const order = await (await shop.request.get(`/api/orders/${shop.url().split('/').at(-1)}`)).json();
  const { items } = order as { items: { selectedNumbers: number[] }[] };

  const otherBuyer = await createBuyer(shop.request);
  const refunded = await placeOrder(shop, { ...otherBuyer, rifaId, quantity: 2, price: 2.5 });
  await shop.goto(`/pedido/${refunded}`);
  await payInSandbox(shop);
  await context.close();
  return { number: items[0]!.selectedNumbers[0]!, refunded };
}

async function answerTicket(page: Page): Promise<void> {
  await page.goto(`/admin/support?busca=${encodeURIComponent(TICKET)}`);
  await page.getByRole('link', { name: TICKET }).click();
  await page.getByLabel('Resposta', { exact: true }).fill('É no dia 8 de janeiro.');
  await page.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByRole('list', { name: 'Conversa' })).toContainText('É no dia 8 de janeiro.');
}

async function untilFrozen(page: Page, rifaId: string): Promise<void> {
  const isFrozen = async () => {
    const audit = (await (await page.request.get(`/api/draws/${rifaId}`)).json()) as { list: unknown };
    return audit.list !== null;
  };
  await expect.poll(isFrozen, { timeout: 60_000 }).toBe(true);
}

/** Collects, approves, exports and marks payouts as paid. */
async function payOut(page: Page, tab: 'affiliates' | 'partners', name: string): Promise<void> {
  await page.goto(`/admin/${tab}`);
  await page.getByRole('button', { name: 'Reunir o dia 15' }).click();
  const row = page
    .getByRole('region', { name: 'Repasses' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
    .filter({ has: page.getByRole('button') });
  await row.getByRole('button', { name: 'Aprovar' }).click();
  await expect(row.getByText('A pagar')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar aprovados' }).click();
  expect((await download).suggestedFilename()).toMatch(/^repasses-(afiliados|parceiros)-.*\.csv$/);
  await expect(row.getByText(/no arquivo de/)).toBeVisible();
  // The bank pays each file: a second one is asked for.
  await page.getByRole('button', { name: 'Exportar aprovados' }).click();
  await page
    .getByRole('dialog', { name: 'Exportar de novo?' })
    .getByRole('button', { name: 'Voltar' })
    .click();
  await row.getByRole('button', { name: 'Marcar como pago' }).click();
  const reference = `E${tag}${tab}`;
  await page.getByRole('dialog').getByLabel('Comprovante').fill(reference);
  await page.getByRole('button', { name: 'Confirmar pagamento' }).click();
  const paid = page.getByRole('listitem').filter({ hasText: reference });
  await expect(paid.getByText('Pago', { exact: true })).toBeVisible();
  await expectPageChecks(page);
}
