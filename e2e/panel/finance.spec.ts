/** The books of the panel on a phone. Books nothing. */
import { expect, type Page } from '@playwright/test';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const openBooks = (page: Page) => openAs(page, 'admin@exemplo.com.br', '/admin/financeiro');

test('opens a figure down to its entries by keyboard', async ({ page }) => {
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

test('names the columns without movement instead of showing zeros', async ({ page }) => {
  await openBooks(page);
  const days = page.getByRole('region', { name: 'Movimento por dia' });
  await expect(days.getByRole('columnheader', { name: 'Vendas' })).toBeVisible();
  const columns = await days.getByRole('columnheader').allTextContents();
  const sentence = page.getByText(/Sem movimento no período: /);
  await expect(sentence).toBeVisible();
  const unmoved = (await sentence.textContent())?.split('Sem movimento no período: ')[1] ?? '';
  for (const column of columns.slice(1, -1)) expect(unmoved).not.toContain(column.toLowerCase());
});

test('says which lines of a settlement report are wrong', async ({ page }) => {
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
