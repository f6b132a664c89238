import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { firstRifa } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { bearerOf, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test('shows the discount of a coupon and the reason a wrong one is rejected', async ({ page }) => {
  const { id } = await firstRifa(page.request);
  const code = `FEIRA${randomInt(1e6)}`;
  const made = await page.request.post('/api/admin/coupons', {
    headers: await bearerOf(page.request, 'admin@exemplo.com.br'),
    data: {
      code,
      discount: { percent: 20, offCentavos: null },
      coupon: { maxUses: null, expiresAt: null, active: true, rifaIds: [id] },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await openAs(page, 'maria@exemplo.com.br', `/checkout?rifa=${id}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByLabel('Cupom').fill('NADA');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Este cupom não existe. Confira o código.')).toBeVisible();
  await page.getByLabel('Cupom').fill('voltei20');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Este cupom é de uma oferta para outros clientes.')).toBeVisible();
  await page.getByLabel('Cupom').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText(`Cupom ${code} (20%)`)).toBeVisible();
  await expectPageChecks(page);
});
