/** The express purchase: from the bar at the foot of a rifa's page to the paid order, on a phone. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { BAR, newBuyer, sheet, stateBuyer } from '../kit/payments/express.ts';
import { codeIn, messageTo } from '../kit/people/mailbox.ts';
import { createBuyer, openAs, PASSWORD } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** Taps buttons by name and counts the taps. */
function countTaps(page: Page) {
  let taps = 0;
  return {
    tap: async (name: string) => {
      taps++;
      await page.getByRole('button', { name, exact: true }).click();
    },
    count: () => taps,
  };
}

test('leads a known buyer from the first screen of a rifa to the copied Pix code in three taps', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${BIZ}`);
  await expect(page.getByRole('button', { name: BAR })).toBeInViewport({ ratio: 1 });
  const { tap, count } = countTaps(page);
  await tap(BAR);
  await expect(sheet(page).getByRole('radio', { name: /Prata/ })).toBeChecked();
  await expect(sheet(page).getByText('R$ 5,00').last()).toBeInViewport({ ratio: 1 });
  await expectPageChecks(page);
  await tap('Pagar com Pix');
  await expect(sheet(page).getByRole('timer')).toBeInViewport({ ratio: 1 });
  await expect(sheet(page).getByRole('heading', { name: 'Pague R$ 5,00 por Pix' })).toBeFocused();
  await tap('Copiar código Pix');
  await expect(sheet(page).getByRole('button', { name: 'Código copiado!' })).toBeInViewport({ ratio: 1 });
  expect(count()).toBeLessThanOrEqual(3);
  await expectPageChecks(page);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(sheet(page).getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeFocused();
  await expect(page).toHaveTitle('Pagamento confirmado. Boa sorte!');
  await expect(sheet(page).getByRole('list', { name: 'Números' }).getByRole('listitem')).toHaveCount(12);
  await expect(sheet(page).getByRole('button', { name: 'Contar para os amigos' })).toBeInViewport({
    ratio: 1,
  });
  await expectPageChecks(page);
  const saved = page.waitForEvent('download');
  await tap('Pôr o sorteio na agenda');
  expect((await saved).suggestedFilename()).toBe('sorteio.ics');
  for (const [button, height] of [
    ['Stories', 1920],
    ['Feed', 1080],
  ] as const) {
    const picture = page.waitForEvent('download');
    await tap(button);
    const png = await readFile(await (await picture).path());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, height]);
  }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Você tem 12 cotas' })).toBeVisible();
  expect(errors).toEqual([]);
});

// @covers beyond: express purchase of a new buyer without a password, in the same sheet, in eight taps
//   [server/accounts/express/open-express-account.ts, web/app/purchase/express/visitor-step.tsx]
test('leads a new buyer to the Pix code in the same sheet, without a password, in eight taps', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const { tap, count } = countTaps(page);
  await tap(BAR);
  await expect(sheet(page)).toBeVisible();
  await tap('Aumentar');
  // Screen readers announce the total of the selection.
  await expect(
    sheet(page)
      .locator('[aria-live]')
      .filter({ hasText: /^11 cotas\s*Total\s*R\$/ }),
  ).toBeVisible();
  await expect(sheet(page).getByLabel(/senha/i)).toHaveCount(0);
  await expectPageChecks(page);
  await sheet(page).getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(sheet(page).getByText('Informe o seu nome.')).toBeVisible();
  const { taps } = await stateBuyer(page, newBuyer());
  await tap('Pagar com Pix');
  await expect(sheet(page).getByRole('timer')).toBeInViewport({ ratio: 1 });
  await tap('Copiar código Pix');
  expect(count() + taps).toBeLessThanOrEqual(8);
  expect(errors).toEqual([]);
});

test('offers the e-mail that a buyer meant', async ({ page }) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await page.getByRole('button', { name: BAR }).click();
  const email = sheet(page).getByLabel('E-mail');
  await email.fill('ana@gmial.con');
  await email.press('Tab');
  const offer = sheet(page).getByRole('button', { name: 'ana@gmail.com' });
  await expect(offer).toBeVisible();
  await expectPageChecks(page);
  await offer.press('Enter');
  await expect(offer).toBeHidden();
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('ana@gmail.com');
  await email.fill('ana@servidor');
  await sheet(page).getByRole('button', { name: 'Pagar com Pix' }).click();
  await expect(sheet(page).getByText('Confira o e-mail, como ana@exemplo.com.br.')).toBeVisible();
});

// @covers beyond: a known buyer in a new browser enters by a code, in the sheet, with the same choice
//   [server/accounts/express/enter-with-code.ts]
test('recognises a known buyer by a code, with the same choice, in five taps', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const { tap, count } = countTaps(page);
  await tap(BAR);
  await tap('Já comprei aqui');
  await sheet(page).getByLabel('E-mail ou celular').fill(email);
  await tap('Receber código');
  await expect(sheet(page).getByText(`Se ${email} tem conta ou pedido pago aqui`)).toBeVisible();
  await expectPageChecks(page);
  await sheet(page)
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(email, 'Seu código para entrar')));
  await tap('Pagar com Pix');
  await tap('Copiar código Pix');
  expect(count()).toBeLessThanOrEqual(5);
});

test('waits for the button after a failed press and a sign-in by a code', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const { tap } = countTaps(page);
  await tap(BAR);
  await stateBuyer(page, newBuyer());
  await page.route('**/auth/v1/express', (route) => route.abort());
  await tap('Pagar com Pix');
  await expect(sheet(page).getByText(/conexão/)).toBeVisible();
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/checkout/payments')) orders.push(request.url());
  });
  await tap('Já comprei aqui');
  await sheet(page).getByLabel('E-mail ou celular').fill(email);
  await tap('Receber código');
  await sheet(page)
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(email, 'Seu código para entrar')));
  await tap('Pagar com Pix');
  await expect(sheet(page).getByRole('timer')).toBeVisible();
  expect(orders).toHaveLength(1);
});

test('returns from a password sign-in to the sheet with the same choice', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const { tap } = countTaps(page);
  await tap(BAR);
  await expect(sheet(page)).toBeVisible();
  await tap('Aumentar');
  await tap('Já comprei aqui');
  await sheet(page).getByRole('link', { name: 'Entrar com senha' }).click();
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await tap('Entrar');
  await expect(sheet(page).getByText('11 cotas', { exact: true })).toBeVisible();
});
