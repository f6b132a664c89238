/** A draw from the last sale to the winner's mail, with two admins and a Loteria Federal result. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { DRAWN } from '../kit/rifas/demo-rifas.ts';
import { confirmResult, enterSealedResult, openDrawAdmin } from '../kit/draws/draw-admin.ts';
import { messageTo } from '../kit/people/mailbox.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { bearerOf, openAs, signInAs } from '../kit/people/people.ts';
import { payInSandbox, placeOrder } from '../kit/payments/purchases.ts';
import { test } from '../kit/test.ts';

const BASKET_RIFA = '5e000000-0000-4000-8000-000000000009';
/** Closed, frozen and sealed in the demonstration. */
const SEALED_RIFA = '5e000000-0000-4000-8000-000000000011';
/** One pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

interface Story {
  list: { soldNumbers: number } | null;
}

// @covers community 2: /resultado/{id}: 'Refazer o sorteio agora' recomputes the draw in the browser, and rejects
//   tampered data [web/app/draws/audit/verification-panel.tsx, domain/draws/verifying/verify-draw.ts]
test('shows the audit page of a draw and recomputes it in the browser @both', async ({ page }) => {
  const errors = watchForErrors(page);
  await page.goto(`/resultado/${DRAWN}`);
  await expect(page.getByRole('heading', { name: 'Máquina de costura e ateliê completo' })).toBeVisible();
  const again = page.getByRole('button', { name: 'Refazer o sorteio agora' });
  await again.focus();
  await page.keyboard.press('Enter');
  const verdict = page.getByText('O que pôde ser conferido confere.');
  await expect(verdict).toBeFocused();
  await expect(verdict).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('dão exatamente estes ganhadores')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Caixa publicou' })).toBeVisible();
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

// @covers beyond: the sealed list of a rifa is verified in the browser before the draw
//   [web/app/draws/audit/verification-panel.tsx, domain/transparency/verify/files/verify-files.ts]
test('verifies a sealed list before the draw, and rejects another', async ({ page }) => {
  await page.goto(`/resultado/${SEALED_RIFA}`);
  await page.getByRole('button', { name: 'Conferir a lista agora' }).click();
  await expect(page.getByText('A lista e o lacre conferem. O sorteio ainda não aconteceu.')).toBeFocused();
  await expect(page.getByText('Anote o lacre: no dia do sorteio tem de ser o mesmo.')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar a prova do lacre' }).click();
  expect((await downloading).suggestedFilename()).toBe(`prova-${SEALED_RIFA}.txt`);
  await expectPageChecks(page);
  await tamperWithList(page);
  await page.getByRole('button', { name: 'Conferir de novo' }).click();
  await expect(page.getByText('NÃO CONFERE.')).toBeVisible();
  await expectPageChecks(page);
});

test('rejects a list that was changed in transit', async ({ page }) => {
  await tamperWithList(page);
  await page.goto(`/resultado/${DRAWN}`);
  await page.getByRole('button', { name: 'Refazer o sorteio agora' }).click();
  await expect(page.getByText('NÃO CONFERE.')).toBeVisible();
});

async function tamperWithList(page: Page): Promise<void> {
  await page.route('**/lista.txt', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response: response,
      body: text.replace(/^(0500) [0-9a-f]{16}$/m, `$1 ${'a'.repeat(16)}`),
    });
  });
}

// Runs once, because a rifa can be sold out once.
test('draws a rifa from the last sale to the winner’s mail @desktop', async ({ page, browser }) => {
  const number = await buyRemainingCotas(page);
  await expect
    .poll(async () => (await storyOf(page)).list?.soldNumbers ?? null, { timeout: 30_000 })
    .toBe(100);
  const firstPrize = `123${String(number % 100).padStart(2, '0')}`;
  const extraction = await enterSealedResult(browser, { title: /^Cesta/, firstPrize });
  const watcher = await (await browser.newContext()).newPage();
  await watcher.goto(`/resultado/${BASKET_RIFA}/ao-vivo`);
  await expect(watcher.getByRole('region', { name: 'Contagem até o sorteio' })).toBeVisible();
  await confirmResult(browser, extraction);
  await expect(watcher.getByRole('heading', { name: 'Quem ganhou' })).toBeVisible({ timeout: 60_000 });
  await watcher.context().close();
  await messageTo('maria@exemplo.com.br', `/resultado/${BASKET_RIFA}`);

  await page.goto(`/resultado/${BASKET_RIFA}`);
  await page.getByRole('button', { name: 'Refazer o sorteio agora' }).click();
  await expect(page.getByText('Os prêmios foram digitados por pessoas')).toBeVisible();
  await expect(page.getByText('Digitado por duas pessoas; fonte oficial ainda não confirmou')).toBeVisible();
  const actions = page.getByRole('region', { name: 'O que a administração fez à mão' });
  await expect(actions.getByText('Pediu: H*** A.')).toBeVisible();
  await expect(actions.getByText('Aprovou: R*** M.')).toBeVisible();
  await expectPageChecks(page);
  await claimAndDeliver(page, browser);
});

// @covers community 9: 30 days to claim a prize, with reminders; delivery with a note and a file
test('shows everyone that an unclaimed prize expired', async ({ page, browser }) => {
  await page.goto('/resultado/5e000000-0000-4000-8000-000000000012');
  await expect(page.getByText(/^Prescrito em .+: não foi pedido no prazo\.$/)).toBeVisible();
  await expect(page.getByText(/^Entregue em .+\.$/)).toHaveCount(2);
  await expectPageChecks(page);
  await page.goto('/resultado');
  await expect(page.getByText(/^Prescrito em/)).toHaveCount(2);
  await expectPageChecks(page);
  const drawAdmin = await openDrawAdmin(browser, 'admin@exemplo.com.br');
  await expect(drawAdmin.getByText('Prescrito', { exact: true })).toHaveCount(2);
  await drawAdmin.context().close();
});

test('explains before a purchase how the winning number is read', async ({ page }) => {
  await page.goto(`/rifa/${BASKET_RIFA}`);
  const reading = page.getByRole('region', { name: 'Como o número será lido' });
  await expect(reading.getByText(/Exemplo com a extração \d+/)).toBeVisible();
  await reading.getByRole('link', { name: 'Acompanhar o sorteio desta rifa' }).click();
  await expect(page).toHaveURL(`/resultado/${BASKET_RIFA}`);
});

test('links prizes from the phone menu to their draw', async ({ page }) => {
  await openAs(page, 'maria@exemplo.com.br', '/como-participar');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Meus Prêmios' }).click();
  const prize = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Curso de modelagem' }) });
  await expect(prize).toBeVisible();
  await expectPageChecks(page);
  await prize.getByRole('link', { name: 'Conferir o sorteio' }).click();
  await expect(page).toHaveURL(`/resultado/${DRAWN}`);
});

/** The winner claims the prize. An admin delivers it with a photo and views the photo. */
async function claimAndDeliver(page: Page, browser: Browser): Promise<void> {
  await page.goto('/meus-premios');
  const prize = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Cesta para quatro pessoas' }) });
  await prize.getByLabel('Nome de quem recebe').fill('Maria Silva');
  await prize.getByLabel('Telefone com DDD').fill('82 99999-0000');
  await prize.getByRole('button', { name: 'Pedir o meu prêmio' }).click();
  await expect(prize.getByText('Recebemos o seu pedido.')).toBeVisible();

  const drawAdmin = await openDrawAdmin(browser, 'admin@exemplo.com.br');
  const waiting = drawAdmin
    .getByRole('listitem')
    .filter({ has: drawAdmin.getByRole('heading', { name: 'Cesta para quatro pessoas' }) });
  await waiting.getByRole('button', { name: 'Registrar contato' }).click();
  await waiting.getByLabel('O que houve').selectOption('message_left');
  await waiting.getByRole('button', { name: 'Guardar contato' }).click();
  await expect(waiting.getByText(/telefone: deixamos recado/)).toBeVisible();
  await expect(waiting.getByRole('heading', { name: 'Cesta para quatro pessoas' })).toBeFocused();
  await page.reload();
  await expect(prize.getByText(/Tentamos falar com você em .+, por telefone: deixamos recado/)).toBeVisible();

  await waiting.getByRole('button', { name: 'Registrar entrega' }).click();
  await waiting.getByLabel('Como e a quem foi entregue').fill('Em mãos, na loja');
  await waiting
    .getByLabel('Recibo assinado ou foto')
    .setInputFiles({ name: 'recibo.png', mimeType: 'image/png', buffer: PHOTO });
  await waiting.getByRole('button', { name: 'Confirmar entrega' }).click();
  const opened = drawAdmin.waitForEvent('popup');
  await waiting.getByRole('button', { name: 'Abrir comprovante' }).click();
  const photo = (await opened).locator('img');
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await waiting.getByRole('button', { name: 'Enviar foto da entrega' }).click();
  await waiting
    .getByLabel('Foto da entrega', { exact: true })
    .setInputFiles({ name: 'entrega.png', mimeType: 'image/png', buffer: PHOTO });
  await waiting.getByRole('button', { name: 'Guardar foto' }).click();
  await expect(waiting.getByText('Não publicada: quem ganhou ainda não autorizou.')).toBeVisible();
  await expectAccessible(drawAdmin);
  await drawAdmin.context().close();
  await page.reload();
  await expect(prize.getByText(/^Entregue em/)).toBeVisible();
  await publishPhoto(page, prize);
}

/** The winner consents to the photo of the delivery, sees it on the draw's page, and withdraws the consent. */
async function publishPhoto(page: Page, prize: Locator): Promise<void> {
  const published = page.getByRole('img', { name: /^Entrega do prêmio a/ });
  await prize.getByRole('button', { name: 'Autorizar a publicação' }).click();
  await expect(prize.getByText(/você autorizou em/)).toBeFocused();
  await page.goto(`/resultado/${BASKET_RIFA}`);
  await expect(published).toBeVisible();
  await expect(page.getByText(/^Entregue em .+\.$/)).toBeVisible();
  await page.goto('/meus-premios');
  await prize.getByRole('button', { name: 'Retirar a autorização' }).click();
  await expect(prize.getByRole('button', { name: 'Autorizar a publicação' })).toBeVisible();
  await page.goto(`/resultado/${BASKET_RIFA}`);
  await expect(page.getByText(/^Entregue em .+\.$/)).toBeVisible();
  await expect(published).toBeHidden();
}

/** Maria buys all remaining cotas. @returns one of her numbers */
async function buyRemainingCotas(page: Page): Promise<number> {
  await signInAs(page, 'maria@exemplo.com.br');
  const rifa = (await (await page.request.get(`/api/rifas/${BASKET_RIFA}`)).json()) as {
    priceCentavos: number;
    totalNumbers: number;
    soldNumbers: number;
  };
  const reference = await placeOrder(page, {
    ...(await bearerOf(page.request, 'maria@exemplo.com.br')),
    email: 'maria@exemplo.com.br',
    rifaId: BASKET_RIFA,
    quantity: rifa.totalNumbers - rifa.soldNumbers,
    price: rifa.priceCentavos / 100,
  });
  await page.goto(`/pedido/${reference}`);
  await payInSandbox(page);
  await expect.poll(async () => (await storyOf(page)).list !== null, { timeout: 30_000 }).toBe(true);
  await page.goto(`/pedido/${reference}/comprovante`);
  await expect(page.getByText('Está na lista lacrada').first()).toBeVisible();
  await expectAccessible(page);
  const pdf = await page.request.get(`/pedido/${reference}/comprovante.pdf`);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  const order = (await (await page.request.get(`/api/orders/${reference}`)).json()) as {
    items: { selectedNumbers: number[] }[];
  };
  return order.items[0]!.selectedNumbers[0]!;
}

async function storyOf(page: Page): Promise<Story> {
  return (await (await page.request.get(`/api/draws/${BASKET_RIFA}`)).json()) as Story;
}
