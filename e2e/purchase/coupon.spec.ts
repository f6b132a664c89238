import { expect } from '@playwright/test';
import { firstRifa } from '../kit/demo-rifas.ts';
import { expectSound } from '../kit/page-checks.ts';
import { openAs } from '../kit/people.ts';
import { test } from '../kit/test.ts';

test('a coupon shows what it takes off, and a wrong one why it does not', async ({ page }) => {
  const { id } = await firstRifa(page.request);
  await openAs(page, 'maria@exemplo.com.br', `/checkout?rifa=${id}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByLabel('Cupom').fill('NADA');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Este cupom não existe. Confira o código.')).toBeVisible();
  await page.getByLabel('Cupom').fill('voltei20');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Cupom VOLTEI20 (20%)')).toBeVisible();
  await expectSound(page);
});
