/** Giving a cota away and claiming it. */
import { expect } from '@playwright/test';
import { expectAccessible, expectPageChecks } from '../kit/page-checks.ts';
import { bearerOf, createPerson, openAs, signInAs, stateResidence } from '../kit/people.ts';
import { test } from '../kit/test.ts';

// @covers beyond: proof of a received cota, for its recipient only; 'Comprovante da cota'
test('lets the holder of a gift link claim the cota', async ({ page, browser }) => {
  await signInAs(page, 'maria@exemplo.com.br');
  const headers = await bearerOf(page.request, 'maria@exemplo.com.br');
  const answer = await page.request.get('/api/me/cotas', { headers });
  const { holdings } = (await answer.json()) as {
    holdings: { status: string; receipts: { externalReference: string }[] }[];
  };
  const { receipts } = holdings.find(({ status }) => status === 'active')!;
  await page.goto(`/pedido/${receipts[0]!.externalReference}`);
  await page.getByRole('button', { name: 'Presentear uma cota' }).click();
  const dialog = page.getByRole('dialog', { name: 'Presentear uma cota' });
  await dialog.getByLabel('Nome de quem ganha').fill('Rita');
  await expectAccessible(page);
  const given = page.waitForResponse((response) => response.url().endsWith('/gifts') && response.ok());
  await dialog.getByRole('button', { name: 'Dar de presente' }).click();
  const { reference } = (await (await given).json()) as { reference: string };
  await expect(dialog.getByText('Pronto! Falta Rita aceitar.')).toBeVisible();

  const other = await browser.newContext();
  const friend = await other.newPage();
  const email = await createPerson(friend.request);
  await openAs(friend, email, `/presente/${reference}`);
  await expect(friend.getByRole('heading', { name: 'Rita, Maria S. deu uma cota a você' })).toBeVisible();
  await friend.getByRole('button', { name: 'Aceitar o presente' }).click();
  // A claim needs a stated residence.
  await expect(friend.getByText('Não é possível participar')).toBeVisible();
  const { authorization } = await bearerOf(friend.request, email);
  await stateResidence(friend.request, authorization);
  await friend.getByRole('button', { name: 'Aceitar o presente' }).click();
  await expect(friend.getByText(/A cota é sua\. Boa sorte!/)).toBeVisible();
  await expectAccessible(friend);
  await friend.getByRole('link', { name: 'Comprovante da cota' }).click();
  await expect(friend.getByRole('heading', { name: 'Comprovante da cota que ganhei' })).toBeVisible();
  await expect(friend.getByText('presente de Maria S.')).toBeVisible();
  await expect(friend.getByText(/^O número do 1º prêmio se lê assim/)).toBeVisible();
  await expectPageChecks(friend);
  await friend.goto('/dashboard');
  await expect(friend.getByText('presente de Maria S.')).toBeVisible();
  await expect(friend.getByText('Você ainda não participa de nenhuma rifa.')).toHaveCount(0);
  await other.close();
  await page.goto(`/presente/${reference}`);
  await expect(page.getByText('Este presente já foi aceito.')).toBeVisible();
});
