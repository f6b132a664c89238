/** Actions of two admins on the draw admin page. */
import { type Browser, expect, type Page } from '@playwright/test';

import { expectAccessible } from '../page/page-checks.ts';
import { openAtDesk } from '../people/people.ts';

export async function openDrawAdmin(
  browser: Browser,
  email: 'admin@exemplo.com.br' | 'conferente@exemplo.com.br',
): Promise<Page> {
  const page = await openAtDesk(browser, email, '/admin/sorteios');
  await expect(page.getByRole('heading', { name: 'Rifas a sortear' })).toBeVisible();
  return page;
}

export interface Extraction {
  number: number;
  /** ISO date. */
  day: string;
}

/** The rifa in the list of pending draws. */
export const rifaToDraw = (page: Page, title: RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });

/** Waits for the automatic seal. @returns the extraction of the rifa */
export async function readSeal(page: Page, title: RegExp): Promise<Extraction> {
  const rifa = rifaToDraw(page, title);
  await expect(rifa.getByText(/Esperando a extração \d+/)).toBeVisible({ timeout: 90_000 });
  const seal = /extração (\d+), (\d{2})\/(\d{2})\/(\d{4})/;
  const [, number, day, month, year] = seal.exec(await rifa.innerText())!;
  return { number: Number(number), day: `${year}-${month}-${day}` };
}

/** Makes the shop query the official source now instead of at the next ten-minute interval. */
export async function fetchOfficialResult(page: Page, extraction: number): Promise<void> {
  await page.getByLabel('Número da extração').fill(String(extraction));
  await page.getByRole('button', { name: 'Buscar no serviço oficial' }).click();
}

/** Enters a result as the first admin. */
export async function typeResult(page: Page, { number, day }: Extraction, firstPrize: string): Promise<void> {
  await page.getByLabel('Número da extração').fill(String(number));
  await page.getByLabel('Dia do resultado').fill(day);
  const prizes = [firstPrize, '11111', '22222', '33333', '44444'];
  for (const [index, prize] of prizes.entries()) await page.getByLabel(`${index + 1}º prêmio`).fill(prize);
  await page.getByLabel('Onde foi lido').fill('Ensaio');
  await page.getByRole('button', { name: 'Registrar para conferência' }).click();
  await expect(page.getByText('Resultado registrado para conferência.')).toBeVisible();
  await expect(page.getByLabel('Onde foi lido')).toHaveValue('');
  await expect(
    resultOf(page, number).getByText('outra pessoa da administração precisa confirmar'),
  ).toBeVisible();
}

/**
 * Waits for the automatic seal, then the first admin enters a result of its extraction.
 * @returns the extraction
 */
export async function enterSealedResult(
  browser: Browser,
  { title, firstPrize }: { title: RegExp; firstPrize: string },
): Promise<number> {
  const page = await openDrawAdmin(browser, 'admin@exemplo.com.br');
  const extraction = await readSeal(page, title);
  await expectAccessible(page);
  await typeResult(page, extraction, firstPrize);
  await page.context().close();
  return extraction.number;
}

/** Approves the entered result as the second admin, which draws the rifa. */
export async function confirmResult(browser: Browser, extraction: number): Promise<void> {
  const page = await openDrawAdmin(browser, 'conferente@exemplo.com.br');
  const result = resultOf(page, extraction);
  await result.getByRole('button', { name: 'Conferi: confirmar' }).press('Enter');
  // A job executes the action; the page polls every 15 seconds.
  await expect(result.getByText('Confirmado', { exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(result.locator(':focus')).toHaveText('Confirmado');
  await expect(result.getByText('A fonte oficial ainda não confirmou.')).toBeVisible();
  await page.context().close();
}

/** A result of an extraction in the list of results. */
export const resultOf = (page: Page, extraction: number) =>
  page
    .getByRole('region', { name: 'Resultados da Loteria Federal' })
    .getByRole('listitem')
    .filter({ hasText: `Extração ${extraction}` });
