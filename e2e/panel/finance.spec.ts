/** The finance pages of the panel on a phone. Adds no entries. */
import { expect, type Page } from '@playwright/test';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const openBooks = (page: Page) => openAs(page, 'admin@exemplo.com.br', '/admin/financeiro');

test('drills down from an amount to its entries by keyboard', async ({ page }) => {
  await openBooks(page);
  const days = page.getByRole('region', { name: 'Movimento por dia' });
  const figure = days.getByRole('button').first();
  await expect(figure).toHaveAccessibleDescription(/^\S.* em \d\d\/\d\d/);
  await figure.focus();
  await page.keyboard.press('Enter');
  const entries = page.getByRole('dialog');
  const transaction = entries.getByRole('button', { name: 'Débito e crédito' }).first();
  await transaction.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Vendas de uma rifa').first()).toBeVisible();
  await expectPageChecks(page);
});

test('lists the columns without movement instead of showing zeros', async ({ page }) => {
  await openBooks(page);
  const days = page.getByRole('region', { name: 'Movimento por dia' });
  await expect(days.getByRole('columnheader', { name: 'Vendas' })).toBeVisible();
  const columns = await days.getByRole('columnheader').allTextContents();
  const sentence = page.getByText(/Sem movimento no período: /);
  await expect(sentence).toBeVisible();
  const unmoved = (await sentence.textContent())?.split('Sem movimento no período: ')[1] ?? '';
  for (const column of columns.slice(1, -1)) expect(unmoved).not.toContain(column.toLowerCase());
});

// @covers beyond: a file that is no settlement report is answered with what to do
//   [web/app/ui/form/parsing/read-csv.ts]
test('explains why a file is not a settlement report', async ({ page }) => {
  await openBooks(page);
  const input = page.getByLabel('Relatório de liquidações em CSV');
  const choose = (buffer: Buffer) =>
    input.setInputFiles({ name: 'relatorio.csv', mimeType: 'text/csv', buffer });
  await choose(Buffer.alloc(5_000_000, 'a;b\n'));
  await expect(page.getByText(/tem 5,0 MB, e a loja lê até 0,9 MB de cada vez/)).toBeVisible();
  await choose(Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]));
  await expect(page.getByText(/não é um CSV, que é só texto/)).toBeVisible();
  await choose(Buffer.alloc(0));
  await expect(page.getByText('Este arquivo está vazio. Baixe-o de novo e escolha-o aqui.')).toBeVisible();
  await expectPageChecks(page);
  // A spreadsheet's encoding other than UTF-8 is accepted too.
  const header =
    'SOURCE_ID;USER_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_DATE';
  await choose(Buffer.from(`${header};DESCRIÇÃO\r\n`, 'latin1'));
  await expect(page.getByText('O arquivo não tem nenhum lançamento: nada mudou.')).toBeVisible();
  await expect(page.getByText('está vazio')).toHaveCount(0);
});

test('lists the wrong lines of a settlement report', async ({ page }) => {
  await openBooks(page);
  const sections = page.getByRole('navigation', { name: 'Nesta página' });
  await sections.getByRole('link', { name: 'Conferência com o provedor' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Conferência com o provedor' })).toBeFocused();
  await page.getByLabel('Relatório de liquidações em CSV').setInputFiles({
    name: 'relatorio.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('isto;nao;e\num;relatorio;mesmo\n'),
  });
  await expect(
    page.getByText(/este arquivo não é um relatório de liquidação.* SETTLEMENT_NET_AMOUNT/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Novo lançamento' }).press('Enter');
  await expect(page.getByLabel('Débito: para onde vai')).toBeFocused();
  await page.getByRole('button', { name: 'Desistir' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Novo lançamento' })).toBeFocused();
  await expectPageChecks(page);
});
