/** The page that verifies draws from files, served and as a saved copy without network. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { DRAWN } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { test } from '../kit/test.ts';

/** Saves a download. @returns its path */
async function download(page: Page, url: string, path: string): Promise<string> {
  const response = await page.request.get(url);
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

test('does not fail a draw because of mistyped values', async ({ page }, info) => {
  const proof = await download(page, `/sorteios/${DRAWN}/prova.txt`, info.outputPath('prova.txt'));
  const { results } = JSON.parse(readFileSync(proof, 'utf8').split('\n', 1)[0]!) as {
    results: { prizes: string[] }[];
  };
  const prizes = results[0]!.prizes;
  await page.goto('/verificar/');
  await page.getByLabel('Arquivos').setInputFiles(proof);
  const typed = page.getByLabel('Os cinco prêmios');
  const verify = () => page.getByRole('button', { name: 'Conferir' }).click();
  await typed.fill(prizes.slice(1).join(' '));
  await page.getByLabel('O lacre que você anotou').fill('496723ef99fa');
  await verify();
  await expect(page.locator('#result')).toBeFocused();
  await expect(page.getByText(/^Os prêmios são cinco/)).toBeVisible();
  await expect(page.getByText(/^O lacre tem 64 sinais/)).toBeVisible();
  await expect(page.getByText('NÃO CONFERE')).toHaveCount(0);
  await expectPageChecks(page);
  await page.getByLabel('O lacre que você anotou').fill('');
  // In the format of the lottery's page.
  for (const printed of [
    prizes.map((prize) => `0${prize}`),
    prizes.map((prize) => prize.replace(/^../, '$&.')),
  ]) {
    await typed.fill(printed.join(' '));
    await verify();
    await expect(page.getByText('O que pôde ser conferido confere.')).toBeVisible();
    await expect(page.getByText(/^Estes cinco prêmios são os que a Caixa publicou/)).toHaveCount(0);
  }
});

test('verifies on a saved copy without network, and rejects a truncated file', async ({
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
  const truncated = Buffer.from('c2sp.org/tlog-proof@v1\nindex 0\n');
  await page
    .getByLabel('Arquivos')
    .setInputFiles({ name: 'recibo.tlog-proof', mimeType: 'text/plain', buffer: truncated });
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('O comprovante está incompleto')).toBeVisible();
});
