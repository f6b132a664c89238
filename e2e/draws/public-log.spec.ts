/** The public log: the buyer's receipt, the page of the log, and contradictions that a device detects. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openCheckpoint } from '@mare/domain/transparency/log/checkpoint.ts';
import { encodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { isIncluded, leafHash } from '@mare/domain/transparency/log/merkle-tree.ts';
import { parseProofFile } from '@mare/domain/transparency/receipts/proof-file.ts';
import { parseReceiptFile } from '@mare/domain/transparency/receipts/receipt-file.ts';
import { receiptCommitment, receiptText } from '@mare/domain/transparency/receipts/receipt.ts';
import { parseVerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import { firstRifa } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createBuyer, openAs } from '../kit/people/people.ts';
import { payInSandbox, placeOrder } from '../kit/payments/purchases.ts';
import { test } from '../kit/test.ts';

async function buy(page: Page): Promise<string> {
  const { email, authorization } = await createBuyer(page.request);
  const rifa = await firstRifa(page.request);
  const reference = await placeOrder(page, {
    authorization,
    email,
    rifaId: rifa.id,
    quantity: 5,
    price: rifa.priceCentavos / 100,
  });
  await openAs(page, email, `/pedido/${reference}`);
  await payInSandbox(page);
  return reference;
}

const receiptFile = async (page: Page) => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar comprovante' }).click();
  return readFile(await (await downloading).path(), 'utf8');
};

test('gives a paid order a receipt that verifies without the site', async ({ page }) => {
  const errors = watchForErrors(page);
  const reference = await buy(page);
  await expect(page.getByRole('heading', { name: 'Guarde seu comprovante' })).toBeVisible();
  const proof = parseProofFile(await receiptFile(page))!;
  const { receipt } = parseReceiptFile(new TextDecoder().decode(proof.extra!))!;
  expect(receipt.rifas[0]!.numbers).toHaveLength(5);

  await page.goto('/transparencia');
  const vkey = await page.locator('dd.font-mono').first().innerText();
  const { checkpoint } = openCheckpoint(proof.checkpoint, [parseVerifierKey(vkey)!])!;
  const leaf = leafHash(
    encodeEntry({ kind: 'receipt', commitment: receiptCommitment(receiptText(receipt)) }),
  );
  expect(isIncluded(leaf, { ...checkpoint, index: proof.index }, proof.path)).toBe(true);

  await page.goto(`/pedido/${reference}/comprovante`);
  await page.getByText('Como provar que o comprovante é seu').click();
  await expect(page.getByText('nome Rita Lima')).toBeVisible();
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

test('describes the log, and compares it with what the device saw before', async ({ page }) => {
  const errors = watchForErrors(page);
  await page.goto('/transparencia');
  await expect(page.getByText('O registro público começou a ser assinado.')).toBeVisible();
  await expect(page.getByText(/uma testemunha: demonstracao\..* não é independente/)).toBeVisible();
  await expect(page.getByText(/Este aparelho guardou o registro com/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Este aparelho conferiu/)).toBeVisible();
  await page.getByText('O registro público começou a ser assinado.').click();
  await expect(page.getByText('tipo chave')).toBeVisible();
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

test('shows a contradiction in red, stores it, and exports it by one click', async ({ page }) => {
  await page.goto('/transparencia');
  await expect(page.getByText(/Este aparelho guardou o registro com/)).toBeVisible();
  // From here on, the site cannot prove consistency.
  await page.route('**/api/transparency/growth*', async (route) => {
    const response = await route.fetch();
    const growth = (await response.json()) as { proof: string[] };
    await route.fulfill({ response: response, json: { ...growth, proof: ['AAAA'] } });
  });
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'O registro público se contradiz' });
  await expect(alert).toBeVisible();
  await page.unroute('**/api/transparency/growth*');
  await page.reload();
  await expect(alert).toBeVisible();
  const downloading = page.waitForEvent('download');
  await alert.getByRole('button', { name: 'Baixar a prova' }).click();
  const fork = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(fork).toMatchObject({ format: 'mare-da-sorte/bifurcacao/1', proof: ['AAAA'] });
  await expectPageChecks(page);
});
