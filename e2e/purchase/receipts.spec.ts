/** Receipts of a paid order as page, PDF and picture, before and after the draw. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { pdfText } from '../../server/platform/documents/pdf-text.testing.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { placeOrder } from '../kit/payments/purchases.ts';
import { payByPix } from '../kit/payments/sandbox.ts';
import { bearerOf, createBuyer, signInAs } from '../kit/people/people.ts';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { test } from '../kit/test.ts';

const PERSON = 'maria@exemplo.com.br';

interface Held {
  title: string;
  receipts: { externalReference: string }[];
}

/** The order behind a buyer's cotas of a rifa. */
async function referenceOf(page: Page, title: string): Promise<string> {
  const headers = await bearerOf(page.request, PERSON);
  for (let nextPageNo: number | null = 1; nextPageNo !== null;) {
    const response = await page.request.get(`/api/me/cotas?page=${nextPageNo}`, { headers });
    const { holdings, nextPage } = (await response.json()) as { holdings: Held[]; nextPage: number | null };
    const ownHolding = holdings.find((holding) => holding.title === title);
    if (ownHolding) return ownHolding.receipts.at(-1)!.externalReference;
    nextPageNo = nextPage;
  }
  throw new Error(`no cotas of ${title}`);
}

/** In the format of the page. */
async function numbersOf(page: Page, reference: string): Promise<string[]> {
  const order = (await (await page.request.get(`/api/orders/${reference}`)).json()) as {
    items: { selectedNumbers: number[]; totalNumbers: number }[];
  };
  return order.items.flatMap(({ selectedNumbers, totalNumbers }) =>
    selectedNumbers.map((number) => formatNumber(number, totalNumbers)),
  );
}

async function paperOf(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar em PDF' }).click();
  return pdfText(await readFile(await (await downloading).path()));
}

// @covers beyond: receipt as page, paper and picture, before and after the draw; 'Baixar em PDF'
//   [server/draws/proofs/proof-pdf.ts, server/draws/proofs/receipts/receipt-image.ts]
test('gives a receipt as page, PDF and picture before and after the draw', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAs(page, PERSON);
  for (const { title, isDrawn } of [
    { title: 'iPhone 17 Pro de 256 GB', isDrawn: false },
    { title: 'Enxoval em bordado filé', isDrawn: true },
  ]) {
    const reference = await referenceOf(page, title);
    const numbers = await numbersOf(page, reference);
    await page.goto(`/pedido/${reference}`);
    const help = page.getByRole('link', { name: 'Preciso de ajuda com este pedido' });
    await expect(help).toHaveAttribute('href', new RegExp(`^/suporte\\?pedido=${reference}`));
    const receipt = page.getByRole('region', { name: 'Recibo' });
    await expect(receipt.getByText(reference)).toBeVisible();
    const news = isDrawn ? 'O sorteio já aconteceu' : 'Pagamento confirmado. Boa sorte!';
    await expect(page.getByRole('heading', { name: news })).toBeVisible();
    await expect(page.getByRole('link', { name: /resultado$/ })).toHaveCount(isDrawn ? 2 : 0);
    await page.getByRole('button', { name: 'Mandar para o meu e-mail' }).click();
    await expect(page.getByText(/^Mandamos para m\*\*\*@exemplo\.com\.br/)).toBeVisible();
    // The paths to the frozen list are too long for a code.
    if (!isDrawn) {
      await page.getByText('Passar o comprovante para outro celular').click();
      await expect(page.getByRole('img', { name: 'Comprovante em código QR' })).toBeVisible();
    }
    await expect(page.getByRole('list', { name: 'Números' }).getByText(numbers[0]!)).toBeVisible();
    const picture = page.getByRole('link', { name: 'Imagem para o WhatsApp' });
    const png = await page.request.get((await picture.getAttribute('href'))!);
    expect(png.headers()['content-type']).toBe('image/png');
    expect((await png.body()).subarray(1, 4).toString()).toBe('PNG');

    await page.getByRole('link', { name: 'Comprovante do sorteio' }).click();
    await expect(page.getByRole('heading', { name: 'Comprovante do sorteio', level: 1 })).toBeVisible();
    const inList = page.getByText('Está na lista lacrada');
    if (isDrawn) await expect(inList.first()).toBeVisible();
    else await expect(page.getByText('A lista desta rifa ainda não foi congelada.')).toBeVisible();
    expect(await inList.count()).toBe(isDrawn ? numbers.length : 0);
    await expectPageChecks(page);
    const paper = await paperOf(page);
    for (const part of [title, reference, ...numbers]) expect(paper).toContain(part);
    expect(paper.includes('Raiz da árvore de Merkle')).toBe(isDrawn);
    if (isDrawn)
      for (const hash of await page.locator('main dd').allInnerTexts())
        if (/^[0-9a-f]{64}$/.test(hash)) expect(paper).toContain(hash);
  }
  expect(errors).toEqual([]);
});

// @covers beyond: the receipt of the largest order is one sheet of paper
//   [web/app/orders/receipt-view.tsx]
test('prints the receipt of a thousand cotas on one sheet', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  const { authorization } = await bearerOf(page.request, email);
  const line = { rifaId: BIZ, quantity: 1_000, price: 0.5 };
  const reference = await placeOrder(page, { authorization, email, ...line });
  await payByPix(page.request, reference);
  await page.goto(`/pedido/${reference}`);
  await expect(page.getByRole('button', { name: 'Imprimir recibo' })).toBeVisible();
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
  const paper = (await page.pdf({ format: 'A4', margin })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
