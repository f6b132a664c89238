/** What the shop does between a visit and the next purchase: greeting, coupon, experiments, carts left behind. */
import { expect } from '@playwright/test';
import { signInAs } from './demo-accounts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { createPerson, signIn } from './people.ts';
import { test } from './test.ts';

test('somebody signed in is greeted by name, with rifas to look at', async ({ page, request }) => {
  await signIn(page, await createPerson(request), '/');
  await expect(page.getByRole('heading', { name: /^Rita, que bom ter você aqui/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recomendadas para você' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a coupon shows what it takes off, and a wrong one why it does not', async ({ page }) => {
  await signInAs(page, 'maria@exemplo.com.br');
  await page.goto('/');
  const href = await page.locator('a[href^="/rifa/"]').first().getAttribute('href');
  await page.goto(`/checkout?rifa=${href!.split('/')[2]}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByLabel('Cupom').fill('NADA');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Este cupom não existe. Confira o código.')).toBeVisible();
  await page.getByLabel('Cupom').fill('voltei20');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Cupom VOLTEI20 (20%)')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an admin sees both experiments and the carts, and may declare a winner', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/analytics');
  await expect(page.getByRole('heading', { name: 'Mensagem de confiança ao pagar' })).toBeVisible();
  await expect(page.getByText('Coletando mais dados... (mínimo 100 impressões por variante)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Declarar vencedor: Com mensagem' })).toBeVisible();
  await expect(page.getByText('Taxa de recuperação')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
