/** The draw admin page, used by two admins. */
import { type Browser, expect, type Page } from '@playwright/test';

import { expectAccessible } from './page-checks.ts';
import { openAtDesk } from './people.ts';

export async function openDrawAdmin(
  browser: Browser,
  email: 'admin@exemplo.com.br' | 'conferente@exemplo.com.br',
): Promise<Page> {
  const page = await openAtDesk(browser, email, '/admin/sorteios');
  await expect(page.getByRole('heading', { name: 'Rifas a sortear' })).toBeVisible();
  return page;
}

/** The first admin seals the list with an extraction and enters its result. */
export async function sealAndEnter(
  browser: Browser,
  { title, extraction, firstPrize }: { title: RegExp; extraction: number; firstPrize: string },
): Promise<void> {
  const page = await openDrawAdmin(browser, 'admin@exemplo.com.br');
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const rifa = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
  await rifa.getByLabel('Número da extração').fill(String(extraction));
  await rifa.getByLabel('Data da extração').fill(day);
  await rifa.getByRole('button', { name: 'Lacrar e publicar' }).click();
  await expect(rifa.getByText(`Esperando a extração ${extraction}`)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Extração', { exact: true }).fill(String(extraction));
  await page.getByLabel('Dia do resultado').fill(day);
  const prizes = [firstPrize, '11111', '22222', '33333', '44444'];
  for (const [index, prize] of prizes.entries()) await page.getByLabel(`${index + 1}º prêmio`).fill(prize);
  await page.getByLabel('Onde foi lido').fill('Ensaio');
  await page.getByRole('button', { name: 'Registrar para conferência' }).click();
  await expect(
    resultOf(page, extraction).getByText('outra pessoa da administração precisa confirmar'),
  ).toBeVisible();
  await page.context().close();
}

/** The second admin confirms the result, which draws the rifa. */
export async function confirmResult(browser: Browser, extraction: number): Promise<void> {
  const page = await openDrawAdmin(browser, 'conferente@exemplo.com.br');
  const result = resultOf(page, extraction);
  await result.getByRole('button', { name: 'Conferi: confirmar e sortear' }).click();
  await expect(result.getByText('Confirmado', { exact: true })).toBeVisible();
  await page.context().close();
}

const resultOf = (page: Page, extraction: number) =>
  page
    .getByRole('region', { name: 'Resultados da Loteria Federal' })
    .getByRole('listitem')
    .filter({ hasText: `Extração ${extraction}` });
