import { expect } from '@playwright/test';
import { firstRifa } from '../kit/demo-rifas.ts';
import { expectPageChecks } from '../kit/page-checks.ts';
import { openAs } from '../kit/people.ts';
import { test } from '../kit/test.ts';

test('shows the discount of a coupon and the reason a wrong one is rejected', async ({ page }) => {
  const { id } = await firstRifa(page.request);
  await openAs(page, 'maria@exemplo.com.br', `/checkout?rifa=${id}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByLabel('Cupom').fill('NADA');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Este cupom não existe. Confira o código.')).toBeVisible();
  await page.getByLabel('Cupom').fill('voltei20');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Cupom VOLTEI20 (20%)')).toBeVisible();
  await expectPageChecks(page);
});
