/** A buyer's phone, confirmed by a text message after the Pix code. */
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { codeIn, messageTo } from '../kit/people/mailbox.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createBuyer, newPhone, openAs } from '../kit/people/people.ts';
import { payByPix } from '../kit/payments/sandbox.ts';
import { test } from '../kit/test.ts';

test.use({ viewport: { width: 360, height: 740 } });

const number = (page: Page) => page.getByLabel('Celular com DDD');
const codeField = (page: Page) => page.getByLabel('Código de 6 números');

/** @returns the code of the newest message */
async function askForCode(page: Page, phone: string, formerCode?: string): Promise<string> {
  await number(page).fill(phone);
  await page.getByRole('button', { name: 'Receber código por SMS' }).click();
  await expect(page.getByText(`número que termina em ${phone.slice(-4)}`)).toBeVisible();
  const newest = async () => codeIn(await messageTo(`+55${phone}`, 'confirma o seu celular'));
  await expect.poll(newest).not.toBe(formerCode);
  return newest();
}

// @covers beyond: 'Confirme seu celular' after the Pix code; a code by SMS, once; a phone of another CPF is rejected with a way out
//   [server/accounts/phones/confirm-phone.ts, server/accounts/phones/send-phone-code.ts]
test('offers to confirm the phone next to the Pix code, without delaying the payment', async ({
  page,
  browser,
}) => {
  const errors = watchForErrors(page);
  const { email } = await createBuyer(page.request);
  const phone = newPhone();
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Pagar com PIX' }).click();
  await expect(page).toHaveURL(/\/pedido\//);
  const pix = page.getByRole('button', { name: 'Copiar código Pix' });
  await expect(pix).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirme seu celular' })).toBeVisible();
  await expectPageChecks(page);

  const code = await askForCode(page, phone);
  await expect(page.getByRole('button', { name: /^Reenviar em \d+ s$/ })).toBeDisabled();
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  const confirm = page.getByRole('button', { name: 'Confirmar celular' });
  await expect(confirm).toBeDisabled();
  await codeField(page).fill(code === '000000' ? '000001' : '000000');
  await confirm.click();
  await expect(page.getByText('Código incorreto ou vencido. Confira, ou peça outro.')).toBeVisible();
  await expectPageChecks(page);
  await codeField(page).fill(code);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Celular confirmado' })).toBeVisible();
  await payByPix(page.request, new URL(page.url()).pathname.split('/').at(-1)!);
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeVisible();
  await page.goto('/minha-conta');
  await expect(page.getByText(`o número que termina em ${phone.slice(-4)}.`)).toBeVisible();

  // Another CPF cannot confirm it.
  const otherBuyer = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await openAs(otherBuyer, (await createBuyer(page.request)).email, '/minha-conta');
  const otherCode = await askForCode(otherBuyer, phone, code);
  await codeField(otherBuyer).fill(otherCode);
  await otherBuyer.getByRole('button', { name: 'Confirmar celular' }).click();
  const note = otherBuyer.getByRole('alert').filter({ hasText: 'Este celular não pode ser usado aqui' });
  await expect(note).toContainText('Este celular já está confirmado por outra pessoa.');
  await expect(note.getByRole('link', { name: 'Falar com o suporte' })).toHaveAttribute('href', '/suporte');
  await expectPageChecks(otherBuyer);
  await otherBuyer.context().close();
  // The wrong code.
  expect(errors.filter((error) => !error.includes('status of 401'))).toEqual([]);
});
