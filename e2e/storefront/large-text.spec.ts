/** Text of twice the size on a phone (WCAG 1.4.4 and 1.4.10): pages wrap, and nothing overlaps. */
import { expect, type Page } from '@playwright/test';
import { BIZ, DRAWN } from '../kit/rifas/demo-rifas.ts';
import { enlargeText, expectNoCutText, expectNoOverlapInHeader } from '../kit/page/large-text.ts';
import { expectNoSidewaysScroll } from '../kit/page/page-checks.ts';
import { signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** Paths, each with a text that the page shows once loaded. */
type ExpectedTexts = readonly (readonly [path: string, text: string | RegExp])[];

const publicPages: ExpectedTexts = [
  ['/', 'Mais Rifas Disponíveis'],
  [`/rifa/${BIZ}`, 'Participar desta rifa'],
  [`/rifa/${BIZ}/anonymous`, 'Adicionar ao Carrinho'],
  [`/rifa/${DRAWN}`, 'O sorteio desta rifa já aconteceu.'],
  ['/resultado', '1º lugar'],
  [`/resultado/${DRAWN}`, 'A regra, desde antes das vendas'],
  [`/resultado/${DRAWN}/ao-vivo`, 'Máquina de costura e ateliê completo'],
  ['/ranking', 'Top Pontuadores'],
  ['/suporte', 'Outros canais'],
  ['/sobre', 'Nossa história'],
  ['/auth', 'Senha'],
  ['/sem-internet', 'Seu carrinho'],
];

const buyerPages: ExpectedTexts = [
  ['/dashboard', /^Recibo de/],
  ['/meus-numeros', /^Recibo de/],
  ['/notifications', 'Todas'],
  ['/minha-conta', 'Segurança'],
  ['/email-preferences', 'Salvar Preferências'],
  ['/afiliado', 'Comissões do mês'],
  ['/meus-vouchers', 'Meus Vouchers'],
];

const panelPages: ExpectedTexts = [
  ['/admin', 'Painel Administrativo'],
  ['/admin/rifas', 'Honda Biz 125 zero km'],
  ['/admin/support', 'Responsável'],
  ['/admin/financeiro', 'Comissões'],
  ['/admin/settings', 'Aviso'],
];

async function expectPagesFit(page: Page, pages: ExpectedTexts): Promise<void> {
  for (const [path, text] of pages) {
    await page.goto(path);
    await expect(
      page.getByRole('main').getByText(text).filter({ visible: true }).first(),
      path,
    ).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoCutText(page);
  }
}

for (const percent of [150, 200])
  test(`keeps the header of a visitor and a buyer apart at ${percent}%`, async ({ page }) => {
    await enlargeText(page, percent);
    await page.goto('/termos');
    await expect(page.getByRole('link', { name: 'Entrar' }).first()).toBeVisible();
    await expectNoOverlapInHeader(page);
    await signInAs(page, 'maria@exemplo.com.br');
    await page.reload();
    await expect(page.getByRole('button', { name: /^Notificações/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Minha Conta' })).toBeVisible();
    await expectNoOverlapInHeader(page);
    for (const name of ['Abrir menu', 'Carrinho']) {
      await page.getByRole('banner').getByRole('button', { name }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Fechar' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });

for (const { name, pages, email } of [
  { name: 'public pages', pages: publicPages, email: null },
  { name: 'pages of a buyer', pages: buyerPages, email: 'maria@exemplo.com.br' },
  { name: 'pages of the panel', pages: panelPages, email: 'admin@exemplo.com.br' },
]) {
  test(`fits ${name} on the screen at 200%`, async ({ page }) => {
    await enlargeText(page, 200);
    if (email) await signInAs(page, email);
    await expectPagesFit(page, pages);
  });

  test(`fits ${name} on a screen of 320 pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    if (email) await signInAs(page, email);
    await expectPagesFit(page, pages);
  });
}

test('fits the page of a partner on the screen at 200%', async ({ page }) => {
  await enlargeText(page, 200);
  await page.goto('/parceiro');
  const dialog = page.getByRole('dialog', { name: 'Login do Parceiro' });
  await dialog.getByLabel('E-mail').fill('parceira@exemplo.com.br');
  await dialog.getByLabel('Telefone').fill('82999990001');
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('tab').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});
