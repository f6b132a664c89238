/** Messages by WhatsApp: for who asks for them, on a phone that answers a code. */
import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, watchForErrors } from './page-checks.ts';
import { createPerson, messageTo, signIn } from './people.ts';

const mailbox = process.env.E2E_MAILBOX ?? '';

/** A mobile of Maceió that no other journey writes to. */
const newPhone = () => `829${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

test('messages by WhatsApp are on once the phone answers its code, and off again', async ({ page }) => {
  const errors = watchForErrors(page);
  const phone = newPhone();
  await signIn(page, await createPerson(page.request), '/email-preferences');

  const card = page.getByRole('region', { name: 'Avisos por WhatsApp' });
  const ask = card.getByRole('button', { name: 'Receber código' });
  await card.getByLabel('Celular com WhatsApp').fill(phone);
  await expect(ask).toBeDisabled();
  await card.getByRole('checkbox').check();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await ask.click();
  await expect(card.getByText(`número que termina em ${phone.slice(-4)}`)).toBeVisible();

  const message = await messageTo(mailbox, `+55${phone}`, 'é o seu código');
  await card.getByLabel('Código de 6 números').fill(/\d{6}/.exec(message)![0]);
  await card.getByRole('button', { name: 'Ligar avisos' }).click();
  await expect(card.getByText(`Ligados no número que termina em ${phone.slice(-4)}.`)).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await card.getByRole('button', { name: 'Desligar' }).click();
  await expect(card.getByLabel('Celular com WhatsApp')).toHaveValue('');
  expect(errors).toEqual([]);
});
