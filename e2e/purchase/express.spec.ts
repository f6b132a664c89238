/** The express purchase: from the bar at the foot of a rifa's page to the paid order, on a phone. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { expectNoSidewaysScroll, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { messageTo } from '../kit/people/mailbox.ts';
import {
  createBuyer,
  createPerson,
  newCpf,
  newEmail,
  newPhone,
  openAs,
  PASSWORD,
} from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const sheet = (page: Page) => page.getByRole('dialog');

/** Presses buttons by name and counts them, as a thumb would. */
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

const BAR = 'Participar · 12 cotas · R$ 5,00';

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

/** Fills what a new buyer states: taps go to the first field and to the list of cities, the keyboard's key to the others. */
async function stateBuyer(page: Page, { email, phone, cpf }: { email: string; phone: string; cpf: string }) {
  const fields = sheet(page);
  await fields.getByLabel('Nome completo').fill('Ana Beatriz Souza');
  await fields.getByLabel('Celular com DDD').fill(phone);
  await fields.getByLabel('E-mail').fill(email);
  await fields.getByLabel('CPF').fill(cpf);
  await fields.getByLabel('Data de nascimento').fill('04111992');
  await fields.getByLabel('Cidade onde você mora').selectOption('Maceió');
  return { taps: 2 };
}

const newBuyer = () => ({ email: newEmail(), phone: newPhone(), cpf: newCpf() });
const codeIn = (text: string) => /\d{6}/.exec(text)![0];

/** Pays in the sheet as a new buyer, without a password. */
async function payAsNewBuyer(page: Page, buyer: ReturnType<typeof newBuyer>): Promise<void> {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await page.getByRole('button', { name: BAR }).click();
  await stateBuyer(page, buyer);
  await sheet(page).getByRole('button', { name: 'Pagar com Pix' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(sheet(page).getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeFocused();
  await expect(sheet(page).getByRole('heading', { name: 'Guarde suas cotas' })).toBeVisible();
  await expectNoSidewaysScroll(page);
}

/** Delays what waits for the next frame, as on a busy phone. @returns runs it */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const callbacks: FrameRequestCallback[] = [];
    const nextFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => callbacks.push(callback);
    return () => {
      window.requestAnimationFrame = nextFrame;
      for (const callback of callbacks) callback(performance.now());
    };
  });
  return () => held.evaluate((run) => run());
}

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
  // Screen readers hear the total of what is pressed.
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
  await expect(sheet(page).getByText('Se este contato tem conta ou pedido pago aqui')).toBeVisible();
  await expectPageChecks(page);
  await sheet(page)
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(email, 'Seu código para entrar')));
  await tap('Pagar com Pix');
  await tap('Copiar código Pix');
  expect(count()).toBeLessThanOrEqual(5);
});

// @covers beyond: a paid order of a lost browser is claimed by the code to its e-mail or phone; 'Criar senha' afterwards
//   [server/accounts/express/confirm-express-account.ts, web/app/accounts/sign-in/access-codes/confirm-access.tsx]
test('opens a paid order in another browser by the code to its e-mail, and offers a password', async ({
  page,
  browser,
}) => {
  const buyer = newBuyer();
  await payAsNewBuyer(page, buyer);
  await expect(sheet(page).getByRole('heading', { name: 'Guarde suas cotas' })).toBeVisible();
  await expectPageChecks(page);

  const other = await (await browser.newContext()).newPage();
  await other.goto('/auth');
  await other.getByRole('button', { name: 'Entrar com código' }).click();
  await other.getByLabel('E-mail ou celular').fill(buyer.email);
  await other.getByRole('button', { name: 'Receber código' }).click();
  await other
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(buyer.email, 'Seu código para entrar')));
  await expect(other).toHaveURL(/\/dashboard/);
  await expect(other.getByText('Biz').first()).toBeVisible();
  await other.goto('/minha-conta');
  await expect(other.getByRole('heading', { name: 'Conta confirmada' })).toBeVisible();
  await expectPageChecks(other);
  await other.getByRole('link', { name: 'Criar senha' }).click();
  await other.getByLabel('Nova senha').fill(PASSWORD);
  await other.getByLabel('Confirmar senha').fill(PASSWORD);
  await other.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(other).toHaveURL(/\/dashboard/);
  await other.goto('/minha-conta');
  await expect(other.getByRole('heading', { name: 'Seus dados' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Conta confirmada' })).toHaveCount(0);
  // The browser that bought is out: another person could have typed in this e-mail.
  await page.goto('/minha-conta');
  await expect(page).toHaveURL(/\/auth/);
});

test('offers to confirm the account by text message on the paid order’s page', async ({ page }) => {
  const buyer = newBuyer();
  await payAsNewBuyer(page, buyer);
  await sheet(page).getByRole('button', { name: 'Já tenho conta com senha' }).press('Enter');
  await sheet(page).getByRole('button', { name: 'Voltar' }).press('Enter');
  await expect(sheet(page).getByRole('button', { name: 'Receber código por e-mail' })).toBeFocused();
  const showFrames = await holdFrames(page);
  await sheet(page).getByRole('button', { name: 'Receber código por SMS' }).press('Enter');
  await expect(sheet(page).getByLabel('Código de 6 números')).toBeFocused();
  // The sheet itself takes the focus in the next frame if it was lost until then.
  await showFrames();
  await expect(sheet(page).getByLabel('Código de 6 números')).toBeFocused();
  await sheet(page)
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(`+55${buyer.phone}`, 'seu código para entrar')));
  await expect(sheet(page).getByRole('heading', { name: 'Conta confirmada' })).toBeVisible();
  await expectPageChecks(page);
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

// @covers beyond: a buyer without a password who has an account with the same e-mail joins both, by one code
//   [web/app/accounts/merge/merge-accounts.tsx, server/admin/people/merge-own-account.ts]
test('joins the new account with the one that has its e-mail, by the code to it', async ({ page }) => {
  const email = await createPerson(page.request);
  await payAsNewBuyer(page, { ...newBuyer(), email });
  await sheet(page).getByRole('button', { name: 'Receber código por e-mail' }).click();
  await sheet(page)
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(email, 'para entrar')));
  await expect(
    sheet(page).getByRole('heading', { name: 'Você já tem uma conta com este e-mail' }),
  ).toBeFocused();
  await expectPageChecks(page);
  await sheet(page).getByRole('button', { name: 'Juntar as duas contas' }).press('Enter');
  await expect(page.getByText('Pronto: as duas contas são uma só.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('12 cotas').first()).toBeVisible();
  await page.goto('/minha-conta/seguranca');
  await expect(page.getByText('Outra conta juntada a esta')).toBeVisible();
});

test('joins both accounts by the password of the other, without a code', async ({ page }) => {
  const email = await createPerson(page.request);
  await payAsNewBuyer(page, { ...newBuyer(), email });
  await sheet(page).getByRole('button', { name: 'Já tenho conta com senha' }).press('Enter');
  const password = sheet(page).getByLabel('Senha da outra conta');
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(new RegExp(email));
  await password.fill('outra-senha');
  await password.press('Enter');
  await expect(sheet(page).getByRole('alert')).toHaveText(/senha incorret/i);
  await expectPageChecks(page);
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(
    sheet(page).getByRole('heading', { name: 'Você já tem uma conta com este e-mail' }),
  ).toBeFocused();
  await sheet(page).getByRole('button', { name: 'Juntar as duas contas' }).press('Enter');
  await expect(page.getByText('Pronto: as duas contas são uma só.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('12 cotas').first()).toBeVisible();
});

test('confirms the contact in place before a gift, and keeps the draft', async ({ page }) => {
  const buyer = newBuyer();
  await payAsNewBuyer(page, buyer);
  await page.goto(`/pedido/${await ownOrder(page)}`);
  await page.getByRole('button', { name: 'Presentear cotas' }).click();
  const gift = page.getByRole('dialog', { name: 'Dar cotas de presente' });
  await gift.getByRole('button', { name: /^Escolher/ }).click();
  await gift.getByLabel('Nome de quem ganha').fill('Vó Nina');
  await gift.getByRole('button', { name: 'Dar 12 cotas de presente' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await proof.getByRole('button', { name: 'Receber código por e-mail' }).click();
  await expectPageChecks(page);
  await proof
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(buyer.email, 'Seu código para entrar')));
  await expect(gift.getByText('Pronto! Falta Vó Nina aceitar as 12 cotas.')).toBeVisible();
  await expect(proof).toHaveCount(0);
});

/** @returns the reference of the only order of the account that is signed in here */
async function ownOrder(page: Page): Promise<string> {
  const session = await page.evaluate(() => localStorage.getItem('mare.auth'));
  const { access_token: token } = JSON.parse(session!) as { access_token: string };
  const response = await page.request.get('/api/me/cotas', { headers: { authorization: `Bearer ${token}` } });
  const { holdings } = (await response.json()) as {
    holdings: { receipts: { externalReference: string }[] }[];
  };
  return holdings[0]!.receipts[0]!.externalReference;
}
