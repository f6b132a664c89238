/** The express purchase in the sheet of a rifa's page. */
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../page/page-checks.ts';
import { newCpf, newEmail, newPhone } from '../people/people.ts';
import { BIZ } from '../rifas/demo-rifas.ts';

/** Button at the foot of the rifa's page that opens the sheet. */
export const BAR = 'Participar · 12 cotas · R$ 5,00';

export const sheet = (page: Page) => page.getByRole('dialog');

/** Fills the fields of a new buyer. Only the first field and the list of cities need taps; the keyboard's next key reaches the others. */
export async function stateBuyer(
  page: Page,
  { email, phone, cpf }: { email: string; phone: string; cpf: string },
) {
  const fields = sheet(page);
  await fields.getByLabel('Nome completo').fill('Ana Beatriz Souza');
  await fields.getByLabel('Celular com DDD').fill(phone);
  await fields.getByLabel('E-mail').fill(email);
  await fields.getByLabel('CPF').fill(cpf);
  await fields.getByLabel('Data de nascimento').fill('04111992');
  await fields.getByLabel('Cidade onde você mora').selectOption('Maceió');
  return { taps: 2 };
}

export const newBuyer = () => ({ email: newEmail(), phone: newPhone(), cpf: newCpf() });

/** Pays in the sheet as a new buyer, without a password. */
export async function payAsNewBuyer(page: Page, buyer: ReturnType<typeof newBuyer>): Promise<void> {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await page.getByRole('button', { name: BAR }).click();
  await stateBuyer(page, buyer);
  await sheet(page).getByRole('button', { name: 'Pagar com Pix' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(sheet(page).getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeFocused();
  await expect(sheet(page).getByRole('heading', { name: 'Guarde suas cotas' })).toBeVisible();
  await expectNoSidewaysScroll(page);
}
