/** The page that verifies draws from files, served and as a saved copy without network. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { DRAWN } from '../kit/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page-checks.ts';
import { test } from '../kit/test.ts';

/** Saves what a visitor downloads. @returns its path */
async function download(page: Page, address: string, path: string): Promise<string> {
  const response = await page.request.get(address);
  expect(response.status()).toBe(200);
  writeFileSync(path, await response.body());
  return path;
}

test('verifies the proof of a draw', async ({ page }, info) => {
  const errors = watchForErrors(page);
  const proof = await download(page, `/sorteios/${DRAWN}/prova.txt`, info.outputPath('prova.txt'));
  await page.goto('/verificar/');
  await page.getByLabel('Arquivos').setInputFiles(proof);
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('O que pôde ser conferido confere.')).toBeVisible();
  await expect(page.getByText(/^1º prêmio: número \d+$/)).toBeVisible();
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

test('verifies on a saved copy without network, and refuses a truncated file', async ({
  page,
  context,
}, info) => {
  const saved = await download(page, '/verificar/', info.outputPath('verificar.html'));
  const proof = await download(page, `/sorteios/${DRAWN}/prova.txt`, info.outputPath('prova.txt'));
  await context.setOffline(true);
  await page.goto(pathToFileURL(saved).href);
  await page.getByLabel('Arquivos').setInputFiles(proof);
  await page.getByLabel('O lacre que você anotou').fill('a'.repeat(64));
  await page.getByRole('button', { name: 'Conferir' }).press('Enter');
  await expect(page.getByText('NÃO CONFERE.')).toBeVisible();
  await expect(page.locator('#result')).toBeFocused();
  await expect(page.getByText('O lacre não é o que você anotou.')).toBeVisible();
  await expect(page.getByText(/Procon/)).toBeVisible();
  const part = Buffer.from('c2sp.org/tlog-proof@v1\nindex 0\n');
  await page
    .getByLabel('Arquivos')
    .setInputFiles({ name: 'recibo.tlog-proof', mimeType: 'text/plain', buffer: part });
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('O comprovante está incompleto')).toBeVisible();
});
