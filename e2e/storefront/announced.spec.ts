/** Announced rifas: a page without a purchase, and a notice when sales begin. */
import { expect } from '@playwright/test';
import { test } from '../kit/test.ts';
import { messageTo } from '../kit/people/mailbox.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../kit/page/page-checks.ts';
import { ANNOUNCED } from '../kit/rifas/demo-rifas.ts';

test('sells nothing of an announced rifa, and notifies a confirmed address', async ({ page }) => {
  const email = `aviso.${Date.now()}@exemplo.com.br`;
  await page.goto(`/rifa/${ANNOUNCED}/anonymous`);
  const main = page.getByRole('main');
  await expect(main.getByText('Em breve: as vendas desta rifa ainda vão começar.')).toBeVisible();
  await expect(main.getByRole('timer', { name: /^Vendas em/ })).toBeVisible();
  await expect(main.getByRole('button', { name: /carrinho/i })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await main.getByRole('textbox', { name: 'Seu e-mail' }).fill(email);
  await main.getByRole('button', { name: 'Avise-me' }).click();
  await expect(main.getByText('Enviamos um link para o seu e-mail', { exact: false })).toBeFocused();
  const mail = await messageTo(email, '/avise-me?token=');
  await page.goto(/\/avise-me\?token=\S+/.exec(mail)![0]);
  await page.getByRole('button', { name: 'Confirmar o aviso' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Aviso confirmado!' })).toBeFocused();
  await page.getByRole('link', { name: 'Ver a rifa' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Volta às aulas/ })).toBeVisible();
});
