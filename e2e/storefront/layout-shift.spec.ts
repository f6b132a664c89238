/** Visible content stays in place while a page loads. Public pages are measured by `npm run bench -- browser`. */
import { expect, type Locator, type Page } from '@playwright/test';
import { sumOfShifts } from '../../tools/kit/layout-shifts.ts';
import { LAYOUT_SHIFT_MAX, shiftsOf } from '../kit/page/layout-shift.ts';
import { createPerson, signInAs } from '../kit/people/people.ts';
import { firstRifa } from '../kit/rifas/demo-rifas.ts';
import { test } from '../kit/test.ts';

async function expectSteady(page: Page, path: string, lastPart?: Locator): Promise<void> {
  const shifts = await shiftsOf(page, path, lastPart);
  expect
    .soft(sumOfShifts(shifts), `${path}: ${JSON.stringify(shifts)}`)
    .toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
}

const BUYER_PAGES = [
  '/dashboard',
  '/minha-conta',
  '/minha-conta/seguranca',
  '/notifications',
  '/meus-premios',
  '/meus-vouchers',
  '/afiliado',
  '/email-preferences',
  '/suporte',
];

const PANEL_PAGES = [
  '/admin',
  '/admin/rifas',
  '/admin/pedidos',
  '/admin/pagamentos',
  '/admin/financeiro',
  '/admin/crm',
  '/admin/gamification',
  '/admin/support',
  '/admin/sorteios',
  '/admin/affiliates',
];

test('keeps the pages of a buyer in place while they load @both', async ({ page }) => {
  await signInAs(page, 'maria@exemplo.com.br');
  for (const path of BUYER_PAGES) await expectSteady(page, path);
});

test('keeps the panel in place while it loads @both', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  for (const path of PANEL_PAGES) await expectSteady(page, path);
});

test('keeps the choice in place when plans and questions of the checkout arrive @both', async ({
  page,
  request,
}) => {
  const { id } = await firstRifa(request);
  await signInAs(page, await createPerson(request));
  await expectSteady(page, `/checkout?rifa=${id}`, page.getByText('Planos com bônus'));
  await expect(page.getByRole('heading', { name: 'Sobre você' })).toBeVisible();
});

test('keeps the choice in place for a person who cannot take part @both', async ({ page, request }) => {
  const { id } = await firstRifa(request);
  await signInAs(page, 'joana@exemplo.com.br');
  await expectSteady(page, `/checkout?rifa=${id}`, page.getByText('Não é possível participar'));
});
