/** Vouchers of winners, validated by a partner by code and by camera. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { launchWithCamera } from '../kit/partners/camera.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { newEmail, newPhone, openAs } from '../kit/people/people.ts';
import { printedVoucher } from '../kit/partners/printed-voucher.ts';
import { test } from '../kit/test.ts';

/** Vouchers of Maria for the demonstration's partner. */
const BY_CODE = 'Massagem relaxante';
const BY_CAMERA = 'Café da tarde para duas';

async function logIn(page: Page, phone = '(82) 99999-0001'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Login do Parceiro' });
  await dialog.getByLabel('E-mail').fill('parceira@exemplo.com.br');
  await dialog.getByLabel('Telefone').fill(phone);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
}

/** The card of one of Maria's vouchers. */
async function voucherOf(page: Page, prize: string) {
  await openAs(page, 'maria@exemplo.com.br', '/meus-vouchers');
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: prize }) });
}

// @covers community 2: /parceiro: login by e-mail and phone, tabs 'Visão Geral', 'Vouchers', 'Comissões', and
//   'Sair'; a code that does not come can be asked for again ('Enviar outro código')
//   [web/app/partners/portal/partner-page.tsx]
// @covers community 2: the dialog closes on Escape and on the backdrop in 200 ms, is as wide as its size, keeps
//   the focus and gives it back [web/app/ui/overlay/dialog.tsx]
// @covers community 4: dialogs close on Escape and on the backdrop [web/app/ui/overlay/dialog.tsx]
// @covers community 8: 'Credenciais inválidas ou parceiro inativo', 'Erro no login'
//   [web/app/partners/portal/use-partner-login.ts]
// @covers community 8: 'Login realizado!', 'Logout realizado', 'Voucher validado!'
//   [web/app/partners/portal/partner-page.tsx]
test('signs a partner in by a dialog that traps focus and closes @both', async ({ page }) => {
  const errors = watchForErrors(page);
  await page.goto('/parceiro');
  const dialog = page.getByRole('dialog', { name: 'Login do Parceiro' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const opener = page.getByRole('button', { name: 'Entrar como parceiro' });
  await opener.click();
  await expect(dialog.getByLabel('E-mail')).toBeFocused();
  // The width of the smallest dialog size, or of the phone.
  const { width } = (await dialog.boundingBox())!;
  expect(width).toBe(Math.min(384, page.viewportSize()!.width));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(dialog).toHaveCSS('transition-duration', '0.2s');
  // The focus stays inside the dialog.
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expectPageChecks(page);
  expect(errors).toEqual([]);

  await page.getByRole('button', { name: 'Entrar como parceiro' }).click();
  await logIn(page, '82999990009');
  await expect(page.getByText('Erro no login')).toBeVisible();
  await expect(dialog.getByText('Credenciais inválidas ou parceiro inativo')).toBeVisible();
  await logIn(page);
  await expect(page.getByText('Login realizado!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Espaço Maresia Spa' })).toBeVisible();
  await expectAccessible(page);
  for (const tab of ['Visão Geral', 'Vouchers'])
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  await page.getByRole('tab', { name: 'Comissões' }).click();
  await expect(page.getByText(/R\$\s50,00/).first()).toBeVisible();
  await expect(page.getByText('Paga').first()).toBeVisible();
  await expectPageChecks(page);
  const statement = page.getByRole('region', { name: 'Extrato do mês' });
  await expect(statement.getByText('Saldo no fim do mês')).toBeVisible();
  for (const [format, name] of [
    ['CSV', /^extrato-\d{4}-\d{2}\.csv$/],
    ['PDF', /^extrato-\d{4}-\d{2}\.pdf$/],
  ] as const) {
    const download = page.waitForEvent('download');
    await statement.getByRole('button', { name: `Baixar em ${format}` }).click();
    expect((await download).suggestedFilename()).toMatch(name);
  }
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByText('Logout realizado')).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
});

// @covers community 2: /parceiro: login by e-mail and phone, tabs 'Visão Geral', 'Vouchers', 'Comissões', and
//   'Sair'; a code that does not come can be asked for again ('Enviar outro código')
test('sends another login code, or starts over', async ({ page }) => {
  await page.route('**/api/partners/login', (route) =>
    route.fulfill({ json: { step: 'code', loginId: randomUUID() } }),
  );
  await page.goto('/parceiro');
  const dialog = page.getByRole('dialog', { name: 'Login do Parceiro' });
  await logIn(page);
  await expect(dialog.getByText('Enviamos um código para o seu e-mail.')).toBeVisible();
  await expect(dialog.getByLabel('Código')).toBeFocused();
  await dialog.getByLabel('Código').fill('000000');
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(dialog.getByText('Código incorreto ou vencido.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enviar outro código' }).click();
  await expect(page.getByText('Enviamos outro código.')).toBeVisible();
  await expect(dialog.getByText('Código incorreto ou vencido.')).toBeHidden();
  await expect(dialog.getByLabel('Código')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Usar outro cadastro' }).click();
  await expect(dialog.getByLabel('Telefone')).toBeVisible();
});

test('shows next to the field why an application was rejected', async ({ page }) => {
  await page.goto('/parceiro');
  const login = page.getByRole('dialog', { name: 'Login do Parceiro' });
  await expect(login).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(login).toBeHidden();
  const form = page.getByRole('main').locator('form').filter({ hasText: 'Quero ser parceiro' });
  for (const [label, value] of [
    ['Empresa', 'Casa do Mar'],
    ['Pessoa de contato', 'Neide Luz'],
    ['E-mail', newEmail()],
    ['Telefone com DDD', '123'],
    ['Serviços', 'escova'],
  ] as const)
    await form.getByLabel(label).fill(value);
  const phone = form.getByLabel('Telefone com DDD');
  await form.getByRole('button', { name: 'Enviar pedido' }).press('Enter');
  await expect(form.getByText('Confira o telefone com DDD.')).toBeVisible();
  await expect(phone).toBeFocused();
  await phone.fill(newPhone());
  const pixKey = form.getByLabel('Chave Pix');
  await pixKey.fill('abc');
  await form.getByRole('button', { name: 'Enviar pedido' }).press('Enter');
  await expect(form.getByText('Esta chave Pix não parece certa.')).toBeVisible();
  await expect(pixKey).toBeFocused();
  await expectPageChecks(page);
});

/** Each can be used once. */
test.describe('vouchers @desktop', () => {
  // @covers community 2: /validar-voucher: 'Validar' disabled while the code is blank; codes that begin with VALID
  //   only in the demonstration [web/app/partners/check-voucher-page.tsx,
  //   server/partners/vouchers/redemption/check-voucher.ts]
  // @covers community 2: vouchers for winners of service prizes, by service and city; as a PDF with a QR code,
  //   printed by an admin for winners without an account
  // @covers community 8: 'Não foi possível validar o voucher.' [web/app/partners/portal/validate-form.tsx]
  // @covers community 8: 'Voucher válido! Você pode usar seu desconto.', 'Voucher inválido ou expirado.'
  //   [web/app/partners/check-voucher-page.tsx]
  // @covers community 8: 'Login realizado!', 'Logout realizado', 'Voucher validado!'
  test('downloads a voucher and validates it once by its code', async ({ page, browser }) => {
    const card = await voucherOf(page, BY_CODE);
    await expect(card.getByRole('img', { name: `QR code do voucher ${BY_CODE}` })).toBeVisible();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Baixar voucher' }).click();
    expect((await download).suggestedFilename()).toMatch(/^voucher-[0-9A-Z]{16}\.pdf$/);
    const code = await card.locator('[data-voucher-code]').innerText();
    const pin = await card.locator('[data-voucher-pin]').innerText();

    await page.goto('/validar-voucher');
    const validateButton = page.getByRole('button', { name: 'Validar' });
    await expect(validateButton).toBeDisabled();
    for (const [text, answer] of [
      [code.toLowerCase(), 'Voucher válido! Você pode usar seu desconto.'],
      ['VALID2024', 'Voucher válido! Você pode usar seu desconto.'],
      ['NADA', 'Voucher inválido ou expirado.'],
    ] as const) {
      await page.getByLabel('Código do voucher').fill(text);
      await validateButton.click();
      await expect(page.getByText(answer)).toBeVisible();
    }
    await expectAccessible(page);

    const portal = await (await browser.newContext()).newPage();
    await portal.goto('/parceiro?aba=vouchers');
    await logIn(portal);
    const field = portal.getByLabel('Código do voucher');
    const redeem = async (typed: string) => {
      await field.fill(code);
      await portal.getByLabel('PIN de quem ganhou').fill(typed);
      await portal.getByRole('button', { name: 'Validar', exact: true }).click();
    };
    await redeem(pin === '0000' ? '1111' : '0000');
    await expect(portal.getByText(/^O PIN não é este/)).toBeVisible();
    await redeem(pin);
    await expect(portal.getByText('Voucher validado!')).toBeVisible();
    await expect(field).toHaveValue('');
    // After the undo it works again.
    const used = portal.getByRole('listitem').filter({ hasText: code });
    await used.getByRole('button', { name: 'Desfazer o uso' }).click();
    const undo = portal.getByRole('dialog', { name: 'Desfazer o uso?' });
    await expectAccessible(portal);
    await undo.getByRole('button', { name: 'Desfazer o uso' }).click();
    await expect(portal.getByText('Uso desfeito.')).toBeVisible();
    await expect(used).toHaveCount(0);
    await page.goto('/meus-vouchers');
    await expect(card.locator('[data-voucher-pin]')).toHaveText(pin);
    await redeem(pin);
    await expect(used).toBeVisible();
    await redeem(pin);
    await expect(portal.getByText('Não foi possível validar o voucher.')).toBeVisible();
    await expect(portal.getByText(/^Este voucher já foi usado aqui/)).toBeVisible();
    await expectAccessible(portal);
    await portal.close();
    await page.goto('/meus-vouchers');
    await expect(card.getByText('Validado')).toBeVisible();
  });

  // @covers community 2: a partner sees the own vouchers alone, and validates by button, code and camera
  test('validates a voucher by camera', async ({ page, baseURL }, testInfo) => {
    const card = await voucherOf(page, BY_CAMERA);
    const code = await card.locator('[data-voucher-code]').innerText();
    const pin = await card.locator('[data-voucher-pin]').innerText();
    const text = `${baseURL}/parceiro?voucher=${code.replaceAll('-', '')}`;
    const withCamera = await launchWithCamera(text, testInfo.outputPath('camera.y4m'));
    const portal = await withCamera.newPage({ baseURL });
    await portal.goto('/parceiro');
    await logIn(portal);
    await portal.getByRole('button', { name: 'Ler QR code' }).click();
    await expect(portal.getByLabel('Código do voucher')).toHaveValue(code);
    await portal.getByLabel('PIN de quem ganhou').fill(pin);
    await portal.getByRole('button', { name: 'Validar', exact: true }).click();
    await expect(portal.getByText('Voucher validado!')).toBeVisible();
    await withCamera.close();
    await page.reload();
    await expect(card.getByText('Validado')).toBeVisible();
  });
});

test('asks a winner without an account for code and PIN', async ({ page }) => {
  await page.goto('/marcar-voucher');
  const main = page.getByRole('main');
  await main.getByLabel('Código do voucher').fill('0000-0000-0000-0000');
  await main.getByLabel('PIN').fill('0000');
  await expectPageChecks(page);
  await page.keyboard.press('Enter');
  await expect(main.getByText('Não encontramos um voucher impresso com este código.')).toBeVisible();

  const { code, pin, prize } = await printedVoucher();
  await main.getByLabel('Código do voucher').fill(code);
  await main.getByLabel('PIN').fill(pin);
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { name: prize })).toBeFocused();
  await expectPageChecks(page);
});
