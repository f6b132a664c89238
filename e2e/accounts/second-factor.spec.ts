/** Second factors: enrolment of an app and of a phone, and the code at sign-in. */
import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import { messageTo } from '../kit/people/mailbox.ts';
import { expectAccessible } from '../kit/page/page-checks.ts';
import {
  createPerson,
  fillLogin,
  newPhone,
  openAs,
  PASSWORD,
  signIn,
  signOut,
} from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers storefront 4: MFA_CHALLENGE_VERIFIED; aal1 and aal2 [web/app/accounts/security/second-factor.ts]
test('enrols an authenticator app and asks for its code at sign-in', async ({ page, request }) => {
  const email = await createPerson(request);
  await signIn(page, email, '/minha-conta/seguranca');
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
  await expect(page.getByRole('img', { name: 'QR code para o aplicativo autenticador' })).toBeVisible();
  await expect(page.getByText(/^Leia o código com o aplicativo/)).toBeFocused();
  await expectAccessible(page);
  const totp = new TOTP({ secret: await page.locator('code').innerText() });
  await page.getByLabel('Código de 6 números').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Verificação em duas etapas ativada!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Desativar o aplicativo autenticador' })).toBeFocused();
  await signOut(page);

  await page.goto('/auth');
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).press('Enter');
  await expect(page.getByLabel('Código de recuperação')).toBeFocused();
  // A code works once; the next one is accepted 30 seconds early.
  await page.getByLabel('Código de 6 números').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('enrols a phone as second factor', async ({ page, request }) => {
  await openAs(page, await createPerson(request), '/minha-conta/seguranca');
  const phone = newPhone();
  await page.getByLabel('Celular com DDD').pressSequentially(phone);
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click();
  const sms = await messageTo(`+55${phone}`, 'seu código é');
  await expect(page.getByLabel('Código recebido por SMS')).toBeFocused();
  await page.getByLabel('Código recebido por SMS').fill(/código é (\d{6})/.exec(sms)![1]!);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar celular' }).click();
  await expect(page.getByText('Ativada com códigos por SMS.')).toBeVisible();
  await page.getByRole('button', { name: 'Desativar os códigos por SMS' }).click();
  await expect(page.getByLabel('Celular com DDD')).toBeFocused();
});
