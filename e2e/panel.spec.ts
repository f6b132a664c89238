/** What an organiser sets in the panel, and what buyers meet of it. Nothing here changes the shop for anybody else. */
import { expect } from '@playwright/test';
import { signInAs } from './demo-accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, untilAlive, watchForErrors } from './page-checks.ts';
import { makeDraft, takeStep } from './new-rifa.ts';
import { createPerson } from './people.ts';
import { test } from './test.ts';

test('a rifa’s own prices and regulation reach its buyers', async ({ page, browser }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  const { id, title } = await makeDraft(page.request, { regulation: 'Art. 1º Participa quem comprou.' });
  await page.goto(`/admin/rifas/${id}`);
  await page.getByRole('button', { name: 'Adicionar faixa' }).click();
  await page.getByLabel('A partir de').fill('10');
  await page.getByLabel('Cada cota, em reais').fill('2,00');
  await expect(page.getByRole('button', { name: 'Salvar preços e regras' })).toBeDisabled();
  await page.getByLabel('Cada cota, em reais').fill('1,80');
  await page.getByRole('button', { name: 'Adicionar combo' }).click();
  await page.getByLabel('Cotas', { exact: true }).fill('25');
  await page.getByLabel('Todas, em reais').fill('45,00');
  await expect(page.getByRole('button', { name: 'Salvar preços e regras' })).toBeDisabled();
  await page.getByLabel('Todas, em reais').fill('40,00');
  await page.getByRole('button', { name: 'Salvar preços e regras' }).click();
  await expect(page.getByText('Preços e regras salvos.')).toBeVisible();
  await takeStep(page, 'Publicar');
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
  await expect(page.getByText('Só um rascunho muda isto', { exact: false })).toBeVisible();
  await expectAccessible(page);

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const shop = await phone.newPage();
  await signInAs(shop, 'maria@exemplo.com.br');
  await shop.goto(`/rifa/${id}`);
  await expect(shop.getByText('Autorização da SPA/MF (Lei 5.768/1971)')).toBeVisible();
  await shop.getByText('Ler o regulamento').click();
  await expect(shop.getByText('Art. 1º Participa quem comprou.')).toBeVisible();
  await expectAccessible(shop);
  await expectNoSidewaysScroll(shop);
  await shop.goto(`/checkout?rifa=${id}`);
  await shop.getByRole('button', { name: /^25 cotas por R\$\s40,00/ }).click();
  await expect(shop.getByText('combo de 25', { exact: true })).toBeVisible();
  await shop.getByLabel('Quantidade manual').fill('10');
  await expect(shop.getByText(/R\$\s18,00/).first()).toBeVisible();
  const pay = shop.getByRole('button', { name: 'Pagar com PIX' });
  await expect(pay).toBeDisabled();
  await shop.getByRole('checkbox', { name: /Li e aceito o regulamento/ }).check();
  await pay.click();
  await shop.waitForURL(/\/pedido\//);
  await expect(shop.getByText(title).first()).toBeVisible();
  await phone.close();
  expect(errors).toEqual([]);
});

test('two accounts of one person become one', async ({ page, request }) => {
  const [stays, former] = [await createPerson(request), await createPerson(request)];
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto(`/admin/crm?busca=${encodeURIComponent(stays)}`);
  await page.getByRole('link', { name: new RegExp(stays) }).click();
  await page.getByLabel('Nome, e-mail, telefone ou CPF da outra conta').fill(former);
  await page.getByRole('button', { name: 'Procurar' }).click();
  await page.getByRole('button', { name: 'Unir', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Unir contas' })).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Unir contas' }).click();
  await expect(page.getByText('Contas unidas.')).toBeVisible();
  await expectAccessible(page);
  const login = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: former, password: 'segredo123' },
  });
  expect(login.ok()).toBe(false);
});

test('points, rankings, visits and the state of the shop are there to look at', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  for (const [path, text] of [
    ['/admin/gamification?periodo=month', 'Quem lidera agora'],
    ['/admin/analytics?dias=90', 'De onde vieram'],
    ['/admin/settings', 'Como a loja está'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    if (path.startsWith('/admin/gamification'))
      await expect(
        page
          .getByRole('list', { name: 'Rifas com cotas premiadas' })
          .getByText(/\d+ de \d+ encontradas?/)
          .first(),
      ).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.goto('/ranking');
  await page.getByRole('tab', { name: 'Semana' }).click();
  await expect(page.getByRole('heading', { name: 'Ranking da semana' })).toBeVisible();
  await expect(page.getByText('Jantar para duas pessoas').first()).toBeVisible();
  await expectAccessible(page);
});

test('a list keeps its order in the address, and goes into a file', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  for (const [path, order, file] of [
    ['/admin/partners/vouchers', 'expiry', 'vouchers.csv'],
    ['/admin/partners', 'validated', 'parceiros.csv'],
    ['/admin/affiliates', 'sales', 'afiliados.csv'],
    ['/admin/cupons', 'uses', 'cupons.csv'],
  ] as const) {
    await page.goto(path);
    const choice = page.getByLabel('Ordem');
    await untilAlive(choice);
    await choice.selectOption(order);
    await expect(page).toHaveURL(new RegExp(`ordem=${order}`));
    await page.reload();
    await expect(page.getByLabel('Ordem')).toHaveValue(order);
    const button = page.getByRole('button', { name: 'Exportar CSV' });
    await untilAlive(button);
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toBe(file);
  }
});
