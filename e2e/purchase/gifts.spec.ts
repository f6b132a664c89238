/** Gives a cota away and claims it. */
import { expect } from '@playwright/test';
import { expectAccessible, expectPageChecks } from '../kit/page/page-checks.ts';
import { bearerOf, createPerson, newCpf, openAs, signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers beyond: proof of a received cota, for its recipient only; 'Comprovante das cotas'
test('lets the holder of a gift link claim several cotas together', async ({ page, browser }) => {
  await signInAs(page, 'maria@exemplo.com.br');
  const headers = await bearerOf(page.request, 'maria@exemplo.com.br');
  const response = await page.request.get('/api/me/cotas', { headers });
  const { holdings } = (await response.json()) as {
    holdings: { status: string; receipts: { externalReference: string }[] }[];
  };
  const { receipts } = holdings.find(({ status }) => status === 'active')!;
  await page.goto(`/pedido/${receipts[0]!.externalReference}`);
  await page.getByRole('button', { name: 'Presentear cotas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dar cotas de presente' });
  await expect(dialog.getByRole('button', { name: /^Escolher/ })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Dar de presente' })).toBeDisabled();
  await dialog.getByRole('button', { name: /^Escolher/ }).click();
  await dialog.getByRole('button', { name: 'Limpar' }).click();
  const cotas = dialog.getByRole('list', { name: 'Cotas' }).getByRole('button');
  await cotas.nth(0).click();
  await cotas.nth(1).click();
  await dialog.getByLabel('Nome de quem ganha').fill('Rita');
  // The dialog is closed by mistake.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Presentear cotas' }).click();
  await expect(dialog.getByLabel('Nome de quem ganha')).toHaveValue('Rita');
  await expect(dialog.getByText(/^2 de /)).toBeVisible();
  // Fields that the server would reject.
  await dialog.getByLabel('Nome de quem ganha').fill(' ');
  await dialog.getByLabel('E-mail de quem ganha').fill('rita@exemplo');
  await dialog.getByRole('button', { name: 'Dar 2 cotas de presente' }).click();
  await expect(dialog.getByLabel('Nome de quem ganha')).toBeFocused();
  await expect(dialog.getByText('Informe o nome de quem ganha.')).toBeVisible();
  await dialog.getByLabel('Nome de quem ganha').fill('Rita');
  await dialog.getByRole('button', { name: 'Dar 2 cotas de presente' }).click();
  await expect(dialog.getByLabel('E-mail de quem ganha')).toBeFocused();
  await expect(dialog.getByLabel('E-mail de quem ganha')).toHaveAccessibleDescription(/Confira o e-mail/);
  await expectAccessible(page);
  await dialog.getByLabel('E-mail de quem ganha').fill('');
  const giftCreated = page.waitForResponse((response) => response.url().endsWith('/gifts') && response.ok());
  await dialog.getByRole('button', { name: 'Dar 2 cotas de presente' }).click();
  const { reference } = (await (await giftCreated).json()) as { reference: string };
  await expect(dialog.getByText('Pronto! Falta Rita aceitar as 2 cotas.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Concluir' }).click();

  // Withdraws a second gift.
  await page.getByRole('button', { name: 'Presentear cotas' }).click();
  await expect(dialog.getByLabel('Nome de quem ganha')).toHaveValue('');
  await cotas.nth(0).click();
  await dialog.getByLabel('Nome de quem ganha').fill('Paula');
  await dialog.getByRole('button', { name: 'Dar de presente' }).click();
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('button', { name: 'Desfazer o presente para Paula' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Dar cotas de presente' })).toBeFocused();
  await expect(page.getByText('1 cota para Paula')).toHaveCount(0);

  const friendBrowser = await browser.newContext();
  const friend = await friendBrowser.newPage();
  const email = await createPerson(friend.request);
  await openAs(friend, email, `/presente/${reference}`);
  await expect(friend.getByRole('heading', { name: 'Rita, Maria S. deu 2 cotas a você' })).toBeVisible();
  // A claim needs a stated residence.
  await friend.getByRole('button', { name: 'Aceitar o presente' }).click();
  await expect(friend.getByText('Informe a cidade.')).toBeVisible();
  await expectAccessible(friend);
  await friend.getByLabel('Data de nascimento').fill('17/05/1988');
  await friend.getByLabel('Cidade onde você mora').selectOption('Rio Largo');
  await friend.getByLabel('CPF').fill(newCpf());
  await friend.getByRole('button', { name: 'Aceitar o presente' }).click();
  await expect(friend.getByText(/As cotas são suas\. Boa sorte!/)).toBeVisible();
  await expectAccessible(friend);
  await friend.getByRole('link', { name: 'Comprovante das cotas' }).click();
  await expect(friend.getByRole('heading', { name: 'Comprovante das cotas que ganhei' })).toBeVisible();
  await expect(friend.getByText('presente de Maria S.')).toBeVisible();
  await expect(friend.getByText(/^O número do 1º prêmio se lê assim/)).toBeVisible();
  await expectPageChecks(friend);
  await friend.goto('/dashboard');
  await expect(friend.getByText('presente de Maria S.')).toBeVisible();
  await expect(friend.getByText('Você ainda não participa de nenhuma rifa.')).toHaveCount(0);
  await friendBrowser.close();
  await page.goto(`/presente/${reference}`);
  await expect(page.getByText('Este presente já foi aceito.')).toBeVisible();
});
