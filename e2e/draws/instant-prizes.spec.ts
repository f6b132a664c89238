/** Prizes before the draw: cotas premiadas, highest and lowest cota. */
import { expect } from '@playwright/test';
import { rifaCalled } from '../kit/rifas/demo-rifas.ts';
import { expectNoSidewaysScroll, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { test } from '../kit/test.ts';

test('shows which cotas premiadas were found, and verifies them in the browser', async ({ page }) => {
  const errors = watchForErrors(page);
  const rifa = await rifaCalled(page.request, 'Pix de R$ 10.000 na conta');
  await page.goto(`/rifa/${rifa.id}`);
  await expect(page.getByRole('heading', { name: 'Cotas premiadas' })).toBeVisible();
  // The found ones depend on the beacon round, and the others are listed first.
  await page.getByRole('button', { name: 'Ver todas as 10' }).click();
  await expect(page.getByText('Disponível', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Encontrada', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Como conferir' }).click();
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(page.getByText(/^Confere: /)).toBeVisible();
  await expect(page.getByText(/são os que o registro público guarda desde a publicação/)).toBeVisible();
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

// @covers beyond: 'Maior e menor cota' of a window of time, buyers of the day and week
test('shows the highest and lowest cota on the rifa page', async ({ page }) => {
  const rifa = await rifaCalled(page.request, 'iPhone 17 Pro de 256 GB');
  await page.goto(`/rifa/${rifa.id}`);
  const leaders = page.getByRole('region', { name: 'Maior e menor cota' });
  await expect(leaders.getByText('Maior até agora')).toBeVisible();
  await expect(leaders.getByText('Menor até agora')).toBeVisible();
  await expect(leaders.getByText(/R\$ 200 no Pix para a maior e para a menor cota/)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
