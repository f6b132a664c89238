/** Passkeys and recovery codes, with Chromium's virtual authenticator. */
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createPerson, PASSWORD, signIn, signOut } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const SECURITY = '/minha-conta/seguranca';

/** A device that verifies its user and stores passkeys. @returns switches the user's presence on or off */
async function addAuthenticator(page: Page): Promise<(enabled: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (enabled) => {
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
}

test('creates a passkey, signs out, and signs in with it by keyboard', async ({ page, request }) => {
  const errors = watchForErrors(page);
  const email = await createPerson(request);
  await signIn(page, email, SECURITY, PASSWORD);
  const setPresence = await addAuthenticator(page);
  await page.getByRole('button', { name: 'Criar chave de acesso' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ainda não usada')).toBeVisible();
  await expectPageChecks(page);

  const codes = page.getByRole('region', { name: 'Códigos de recuperação' });
  await codes.getByRole('button', { name: 'Criar códigos' }).focus();
  await page.keyboard.press('Enter');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const history = page.getByRole('region', { name: 'O que aconteceu na sua conta' });
  await expect(history.getByText('Códigos de recuperação criados')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(codes.getByText('Restam 10 códigos.')).toBeVisible();

  await signOut(page);
  // Without user presence the autofill request stays pending, so that only the button signs in.
  await setPresence(false);
  await page.goto(`/auth?voltar=${encodeURIComponent(SECURITY)}`);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).focus();
  await setPresence(true);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === SECURITY);
  await expect(page.getByText(/^Último uso em/).first()).toBeVisible();

  const passkeys = page.getByRole('region', { name: 'Chaves de acesso' });
  await passkeys.getByRole('button', { name: /^Remover / }).press('Enter');
  const removing = page.getByRole('dialog', { name: /^Remover / });
  await removing.getByRole('button', { name: 'Remover chave' }).press('Enter');
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  expect(errors).toEqual([]);
});
