/** WhatsApp notifications, confirmed by a code. */
import { expect } from '@playwright/test';
import { codeIn, messageTo } from '../kit/people/mailbox.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createPerson, newPhone, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers beyond: WhatsApp opt-in for a phone verified by a code; each message once; 'Ligar avisos', 'Desligar'
test('turns WhatsApp notifications on by a code and off again', async ({ page }) => {
  const errors = watchForErrors(page);
  const phone = newPhone();
  await openAs(page, await createPerson(page.request), '/email-preferences');

  const card = page.getByRole('region', { name: 'Avisos por WhatsApp' });
  const requestCode = card.getByRole('button', { name: 'Receber código' });
  await card.getByLabel('Celular com WhatsApp').fill(phone);
  await expect(requestCode).toBeDisabled();
  await card.getByRole('checkbox').check();
  await expectPageChecks(page);
  await requestCode.click();
  await expect(card.getByText(`número que termina em ${phone.slice(-4)}`)).toBeVisible();
  await expect(card.getByLabel('Código de 6 números')).toBeFocused();

  await card.getByLabel('Código de 6 números').fill(codeIn(await messageTo(`+55${phone}`, 'é o seu código')));
  await card.getByRole('button', { name: 'Ligar avisos' }).click();
  await expect(card.getByText(`Ligados no número que termina em ${phone.slice(-4)}.`)).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await card.getByRole('button', { name: 'Desligar' }).click();
  await expect(card.getByLabel('Celular com WhatsApp')).toHaveValue('');
  expect(errors).toEqual([]);
});

test('names a bad number, and sends another code after a wrong one', async ({ page }) => {
  const phone = newPhone();
  await openAs(page, await createPerson(page.request), '/email-preferences');
  const card = page.getByRole('region', { name: 'Avisos por WhatsApp' });
  const requestCode = card.getByRole('button', { name: 'Receber código' });
  await card.getByRole('checkbox').check();
  await card.getByLabel('Celular com WhatsApp').fill('82 9888');
  await requestCode.click();
  await expect(card.getByRole('alert')).toHaveText('Informe um celular com DDD.');
  await expect(card.getByLabel('Celular com WhatsApp')).toBeFocused();
  await card.getByLabel('Celular com WhatsApp').fill(phone);
  await requestCode.click();

  const newestCode = async () => codeIn(await messageTo(`+55${phone}`, 'é o seu código'));
  const first = await newestCode();
  await card.getByLabel('Código de 6 números').fill(first === '000000' ? '000001' : '000000');
  await card.getByRole('button', { name: 'Ligar avisos' }).click();
  await expect(card.getByRole('alert')).toHaveText('Código incorreto ou vencido. Confira, ou peça outro.');
  await page.reload();
  await card.getByRole('button', { name: 'Pedir outro código' }).click();
  await expect(page.getByText('Enviamos outro código.')).toBeVisible();
  await expectPageChecks(page);
  await expect.poll(newestCode).not.toBe(first);
  await card.getByLabel('Código de 6 números').fill(await newestCode());
  await card.getByRole('button', { name: 'Ligar avisos' }).click();
  await expect(card.getByText(`Ligados no número que termina em ${phone.slice(-4)}.`)).toBeVisible();
});

test('says that another number could not be asked for without a connection', async ({ page, context }) => {
  const phone = newPhone();
  await openAs(page, await createPerson(page.request), '/email-preferences');
  const card = page.getByRole('region', { name: 'Avisos por WhatsApp' });
  await card.getByLabel('Celular com WhatsApp').fill(phone);
  await card.getByRole('checkbox').check();
  await card.getByRole('button', { name: 'Receber código' }).click();
  await expect(card.getByLabel('Código de 6 números')).toBeFocused();
  await context.setOffline(true);
  await card.getByRole('button', { name: 'Usar outro número' }).click();
  await expect(card.getByRole('alert')).toHaveText('Erro de conexão. Verifique sua internet.');
  await context.setOffline(false);
  await card.getByRole('button', { name: 'Usar outro número' }).click();
  await expect(card.getByLabel('Celular com WhatsApp')).toHaveValue('');
});
