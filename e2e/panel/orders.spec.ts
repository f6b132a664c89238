/** Pedidos: search, the page of an order, and what support sees of it. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test('finds an order and adds a note, which support sees without amounts', async ({ page, browser }) => {
  const errors = watchForErrors(page);
  await openAs(page, 'admin@exemplo.com.br', '/admin/pedidos');
  await page.getByRole('searchbox').fill('ninguém com este nome');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('[aria-live]').getByText('Nenhum pedido encontrado.')).toBeVisible();
  await page.getByRole('link', { name: 'Limpar tudo' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Filtros' })).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.getByRole('searchbox').fill('MÁRIA');
  await page.getByRole('button', { name: 'Procurar' }).click();
  const orders = page.getByRole('list', { name: 'Pedidos' });
  await expect(orders.getByRole('link').first()).toContainText('Maria');
  await expect(page.getByRole('button', { name: 'Procurar' })).toBeFocused();
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByLabel('Situação').selectOption('paid');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(/situacao=paid/);
  await expect(page.getByRole('button', { name: 'Filtrar' })).toBeFocused();
  await expectPageChecks(page);

  await orders.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Livro-caixa' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pedido de Maria[^:]*: \S/);
  await expect(page).toHaveTitle(/^Pedido de Maria[^:]*: \S/);
  const note = `Ligou hoje ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Nova anotação').fill(note);
  await page.getByRole('button', { name: 'Anotar' }).press('Enter');
  await expect(page.locator('[aria-live]').getByText(note)).toBeVisible();
  await expect(page.getByLabel('Nova anotação')).toBeFocused();
  await page.getByRole('button', { name: 'Corrigir contato' }).click();
  await expect(page.getByRole('dialog')).toContainText('O endereço antigo e o novo recebem um aviso');
  await page.getByRole('button', { name: 'Fechar' }).click();
  await expectPageChecks(page);
  expect(errors).toEqual([]);

  const desk = await browser.newContext();
  const support = await desk.newPage();
  await openAs(support, 'suporte@exemplo.com.br', new URL(page.url()).pathname);
  await expect(support.getByText(note).first()).toBeVisible();
  await expect(support.getByRole('heading', { name: 'Livro-caixa' })).toHaveCount(0);
  await expect(support.getByRole('button', { name: 'Reembolsar' })).toHaveCount(0);
  await desk.close();
});

test('pages through the orders by keyboard, and shows the time range of a page', async ({ page }) => {
  await openAs(page, 'admin@exemplo.com.br', '/admin/pedidos?situacao=paid');
  const pages = page.getByRole('navigation', { name: 'Páginas' });
  const covers = pages.getByText(/^De .+ a .+$/);
  const newest = await covers.innerText();
  await pages.getByRole('link', { name: 'Próxima' }).press('Enter');
  await expect(covers).not.toHaveText(newest);
  await pages.getByRole('link', { name: 'Mais novos' }).press('Enter');
  await expect(covers).toHaveText(newest);
  await expect(covers).toBeFocused();
});

test('adds notes to, mails and exports the selected orders', async ({ page }) => {
  const errors = watchForErrors(page);
  await openAs(page, 'admin@exemplo.com.br', '/admin/pedidos?busca=maria&situacao=paid');
  const orders = page.getByRole('list', { name: 'Pedidos' });
  await expect(orders.getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: 'Escolher vários' }).click();
  const boxes = orders.getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const selection = page.getByRole('region', { name: 'Pedidos escolhidos' });
  await expect(selection).toContainText('2 escolhidos');
  await expectPageChecks(page);

  const note = `Feira ${randomUUID().slice(0, 8)}`;
  await selection.getByRole('button', { name: 'Anotar' }).click();
  await page.getByRole('dialog').getByLabel('Anotação').fill(note);
  await expectPageChecks(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Anotar' }).click();
  const actions = page.getByRole('list', { name: 'Ações em lote' });
  const noteAction = actions.getByRole('listitem').filter({ hasText: 'Anotação em 2 pedidos' }).first();
  await expect(noteAction).toContainText('Pronto: 2 feitos.');
  await expect(selection).toHaveCount(0);

  await page.getByRole('button', { name: 'Escolher vários' }).click();
  await boxes.nth(0).check();
  const download = page.waitForEvent('download');
  await selection.getByRole('button', { name: 'Exportar' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(2);

  await selection.getByRole('button', { name: 'Reenviar recibos' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reenviar' }).click();
  await expect(
    actions.getByRole('listitem').filter({ hasText: 'Recibos de 1 pedido' }).first(),
  ).toContainText('Pronto: 1 feito.');

  await orders.getByRole('link').first().click();
  await expect(page.getByText(note).first()).toBeVisible();
  expect(errors).toEqual([]);
});

// @covers panel: orders: work on all orders of a filter in the background [web/app/admin/orders/selection-tools.tsx, server/admin/bulk/run-bulk-action.job.ts]
test('tags all orders of a filter over its pages, and undoes it', async ({ page }) => {
  const errors = watchForErrors(page);
  const tag = `feira ${randomUUID().slice(0, 8)}`;
  await openAs(page, 'admin@exemplo.com.br', '/admin/pedidos?situacao=paid');
  await page.getByRole('button', { name: 'Escolher vários' }).click();
  await page.getByRole('button', { name: /^Escolher todos os [\d.]+ pedidos do filtro$/ }).click();
  const selection = page.getByRole('region', { name: 'Pedidos escolhidos' });
  const count = Number(/^([\d.]+) /.exec(await selection.innerText())![1]!.replaceAll('.', ''));
  await selection.getByRole('button', { name: 'Etiquetar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Etiqueta').fill(tag);
  await dialog.getByLabel('Coral').check();
  await expectPageChecks(page);
  await dialog.getByRole('button', { name: 'Etiquetar' }).click();
  const actions = page.getByRole('list', { name: 'Ações em lote' });
  const action = actions.getByRole('listitem').filter({ hasText: tag });
  await expect(actions).toBeFocused();
  await expect(action).toContainText(/Pronto: [\d.]+ feitos/);
  await expectPageChecks(page);

  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByLabel('Etiqueta').selectOption(tag);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(/etiqueta=feira/);
  const orders = page.getByRole('list', { name: 'Pedidos' });
  await expect(orders.getByRole('link').first()).toContainText(tag);
  expect(count).toBeGreaterThan(await orders.getByRole('link').count());

  await page.getByRole('button', { name: 'Em lote' }).click();
  await action.getByRole('button', { name: new RegExp(`^Desfazer.*“${tag}”`) }).click();
  await expect(actions).toBeFocused();
  await expect(action.filter({ hasText: 'Desfeito' })).toContainText(/Pronto: [\d.]+ feitos/);
  await expect(page.getByRole('heading', { name: 'Nenhum pedido encontrado' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('shares a view with the team, whose deletion can be undone', async ({ page, browser }) => {
  const name = `Feira ${randomUUID().slice(0, 8)}`;
  await openAs(page, 'admin@exemplo.com.br', '/admin/pedidos?situacao=paid');
  await page.getByRole('button', { name: 'Colunas e visões' }).click();
  await page.getByLabel('Salvar estes filtros como').fill(name);
  await page.getByLabel('Para toda a equipe').check();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Salvar visão' }).click();
  const views = page.getByRole('list', { name: 'Visões da equipe' });
  await expect(views.getByRole('link', { name })).toBeVisible();

  const desk = await browser.newContext();
  const support = await desk.newPage();
  await openAs(support, 'suporte@exemplo.com.br', '/admin/pedidos');
  await support.getByRole('list', { name: 'Visões da equipe' }).getByRole('link', { name }).click();
  await expect(support).toHaveURL(/situacao=paid/);
  await desk.close();

  await page.getByRole('button', { name: `Apagar a visão ${name}` }).click();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(views.getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: `Apagar a visão ${name}` }).click();
  await expect(views.getByRole('link', { name })).toHaveCount(0);
  await expect(views).toBeFocused();
});

test('opens an order by Ctrl+K with the keyboard only', async ({ page }) => {
  await openAs(page, 'admin@exemplo.com.br', '/admin/support');
  await expect(page.getByRole('button', { name: 'Buscar no painel' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar no painel' });
  await palette.getByRole('searchbox').fill('maria');
  await expect(palette.getByRole('region', { name: 'Pedidos' }).getByRole('link').first()).toBeVisible();
  await expectPageChecks(page);
  await palette.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\/admin\/pedidos\/[\da-f-]{36}$/);
  await expect(palette).toHaveCount(0);
});
