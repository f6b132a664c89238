/** Draft of the express sheet, and keyboard focus while the order is placed. */
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { newCpf, newEmail, newPhone } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const sheet = (page: Page) => page.getByRole('dialog');
const openSheet = (page: Page) => page.getByRole('button', { name: /^Participar · 12 cotas/ }).click();
const drafts = (page: Page) => page.evaluate(() => Object.values(sessionStorage).join());

async function stateContact(page: Page, email: string) {
  await sheet(page).getByLabel('Nome completo').fill('Ana Beatriz Souza');
  await sheet(page).getByLabel('Celular com DDD').fill(newPhone());
  await sheet(page).getByLabel('E-mail').fill(email);
}

test('keeps what a visitor typed and chose when the sheet closes and the page reloads', async ({ page }) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await openSheet(page);
  await sheet(page).getByRole('button', { name: 'Aumentar' }).click();
  await expect(sheet(page).getByText('11 cotas', { exact: true })).toBeVisible();
  const email = newEmail();
  await stateContact(page, email);
  const expectKept = async () => {
    await expect(sheet(page).getByLabel('Nome completo')).toHaveValue('Ana Beatriz Souza');
    await expect(sheet(page).getByLabel('Celular com DDD')).toHaveValue(/^\(82\) 9/);
    await expect(sheet(page).getByLabel('E-mail')).toHaveValue(email);
    await expect(sheet(page).getByText('11 cotas', { exact: true })).toBeVisible();
  };
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await openSheet(page);
  await expectKept();
  await page.reload();
  await openSheet(page);
  await expectKept();
});

test('keeps the focus at the pay button while the order is placed, and then drops the draft', async ({
  page,
}) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await openSheet(page);
  const email = newEmail();
  await stateContact(page, email);
  await sheet(page).getByLabel('CPF').fill(newCpf());
  await sheet(page).getByLabel('Data de nascimento').fill('04111992');
  await sheet(page).getByLabel('Cidade onde você mora').selectOption('Maceió');
  expect(await drafts(page)).toContain(email);
  // The order is delayed, so that the previous step stays on the screen.
  let releaseResponse = () => {};
  const released = new Promise<void>((resolve) => (releaseResponse = resolve));
  await page.route('**/api/**/participation', async (route) => {
    await released;
    await route.continue();
  });
  await sheet(page).getByRole('button', { name: 'Pagar com Pix' }).press('Enter');
  await expect(sheet(page).getByText('Sobre você, uma vez só')).toHaveCount(0);
  await expect(sheet(page).getByRole('button', { name: 'Processando...' })).toBeFocused();
  releaseResponse();
  await expect(sheet(page).getByRole('timer')).toBeVisible();
  expect(await drafts(page)).not.toContain(email);
});
