/** Confirms or merges the account of an express purchase, which was made without a password. */
import { expect, type Page } from '@playwright/test';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { newBuyer, payAsNewBuyer, sheet } from '../kit/payments/express.ts';
import { codeIn, messageTo } from '../kit/people/mailbox.ts';
import { createPerson, openAs, PASSWORD } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** Delays animation frame callbacks, as on a busy phone. @returns runs them */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const callbackRunner = await page.evaluateHandle(() => {
    const callbacks: FrameRequestCallback[] = [];
    const nextFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => callbacks.push(callback);
    return () => {
      window.requestAnimationFrame = nextFrame;
      for (const callback of callbacks) callback(performance.now());
    };
  });
  return () => callbackRunner.evaluate((run) => run());
}

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

  const otherBrowser = await (await browser.newContext()).newPage();
  await otherBrowser.goto('/auth');
  await otherBrowser.getByRole('button', { name: 'Entrar com código' }).click();
  await otherBrowser.getByLabel('E-mail ou celular').fill(buyer.email);
  await otherBrowser.getByRole('button', { name: 'Receber código' }).click();
  const field = otherBrowser.getByLabel('Código de 6 números');
  await expect(field).toBeVisible();
  // A phone may discard the tab while its owner reads the mail.
  await otherBrowser.reload();
  await expect(field).toHaveAccessibleDescription(new RegExp(buyer.email));
  await expectPageChecks(otherBrowser);
  await field.fill(codeIn(await messageTo(buyer.email, 'Seu código para entrar')));
  await expect(otherBrowser).toHaveURL(/\/dashboard/);
  await expect(otherBrowser.getByText('Biz').first()).toBeVisible();
  await otherBrowser.goto('/minha-conta');
  await expect(otherBrowser.getByRole('heading', { name: 'Conta confirmada' })).toBeVisible();
  await expectPageChecks(otherBrowser);
  await otherBrowser.goto('/minha-conta/seguranca');
  await expect(otherBrowser.getByText('A sua conta está sem senha.')).toBeVisible();
  await otherBrowser.getByRole('link', { name: 'Criar senha' }).click();
  await otherBrowser.getByLabel('Nova senha').fill(PASSWORD);
  await otherBrowser.getByLabel('Confirmar senha').fill(PASSWORD);
  await otherBrowser.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(otherBrowser).toHaveURL(/\/dashboard/);
  await otherBrowser.goto('/minha-conta/seguranca');
  await expect(otherBrowser.getByRole('link', { name: 'Trocar senha' })).toBeVisible();
  await otherBrowser.goto('/minha-conta');
  await expect(otherBrowser.getByRole('heading', { name: 'Seus dados' })).toBeVisible();
  await expect(otherBrowser.getByRole('heading', { name: 'Conta confirmada' })).toHaveCount(0);
  // The buying browser is signed out, because another person could have entered this e-mail.
  await page.goto('/minha-conta');
  await expect(page).toHaveURL(/\/auth/);
});

test('keeps the field of a sent code over a reload', async ({ page }) => {
  const buyer = newBuyer();
  await payAsNewBuyer(page, buyer);
  await page.goto('/minha-conta');
  await page.getByRole('button', { name: 'Receber código por e-mail' }).click();
  await expect(page.getByLabel('Código de 6 números')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Código de 6 números')).toHaveAccessibleDescription(new RegExp(buyer.email));
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Voltar' }).press('Enter');
  await page.getByRole('button', { name: 'Já recebi o código' }).press('Enter');
  await page
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(buyer.email, 'Seu código para entrar')));
  await expect(page.getByRole('heading', { name: 'Conta confirmada' })).toBeVisible();
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
  // The sheet takes the focus in the next frame if it is lost by then.
  await showFrames();
  await expect(sheet(page).getByLabel('Código de 6 números')).toBeFocused();
  await sheet(page)
    .getByLabel('Código de 6 números')
    .fill(codeIn(await messageTo(`+55${buyer.phone}`, 'seu código para entrar')));
  await expect(sheet(page).getByRole('heading', { name: 'Conta confirmada' })).toBeVisible();
  await expectPageChecks(page);
});

// @covers beyond: a buyer without a password who has an account with the same e-mail joins both, by one code
//   [web/app/accounts/merge/merge-accounts.tsx, server/admin/people/merge-own-account.ts]
test('merges the new account with the one that has its e-mail, by a mailed code', async ({ page }) => {
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

test('brings a purchase without sign-in into the account that has its e-mail, in another browser', async ({
  page,
  browser,
}) => {
  const email = await createPerson(page.request);
  await payAsNewBuyer(page, { ...newBuyer(), email });
  const otherBrowser = await (await browser.newContext()).newPage();
  await openAs(otherBrowser, email, '/dashboard');
  const offer = otherBrowser.getByRole('region', { name: 'Compra sem cadastro com o seu e-mail' });
  await expect(offer).toContainText('12 cotas');
  await expectPageChecks(otherBrowser);
  await offer.getByRole('button', { name: 'Trazer para a minha conta' }).press('Enter');
  await expect(otherBrowser.getByText('as cotas e os pedidos estão na sua conta')).toBeVisible();
  await expect(otherBrowser.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(offer).toBeHidden();
  await expect(otherBrowser.getByText('12 cotas').first()).toBeVisible();
});

test('merges both accounts by the password of the other, without a code', async ({ page }) => {
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
