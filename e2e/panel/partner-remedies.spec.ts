/** Actions of the team on partners and their vouchers. */
import { randomInt, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { bearerOf, newEmail, newPhone, openAs } from '../kit/people/people.ts';
import { withManyPartners } from '../kit/partners/many-partners.ts';
import { test } from '../kit/test.ts';

const ADMIN = 'admin@exemplo.com.br';

/** Checks the open dialog on the phone and on a desktop. */
async function expectAtBothWidths(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  for (const viewport of [{ width: 1280, height: 800 }, size]) {
    await page.setViewportSize(viewport);
    await expectPageChecks(page);
  }
}

/** An active partner without vouchers. @returns its name */
async function createPartner(request: APIRequestContext): Promise<string> {
  const companyName = `Casa ${randomUUID().slice(0, 8)}`;
  const applied = await request.post('/api/partners', {
    data: {
      companyName,
      contactName: 'Neide Luz',
      email: newEmail(),
      phone: newPhone(),
      serviceTypes: ['banho de folhas'],
      city: 'Maceió',
      state: 'AL',
    },
  });
  expect(applied.ok(), await applied.text()).toBe(true);
  const headers = await bearerOf(request, ADMIN);
  const list = await request.get('/api/admin/partners', { headers, params: { search: companyName } });
  const { id } = ((await list.json()) as { rows: { id: string }[] }).rows[0]!;
  const approved = await request.put(`/api/admin/partners/${id}/status`, {
    headers,
    data: { status: 'active', from: 'pending' },
  });
  expect(approved.ok(), await approved.text()).toBe(true);
  return companyName;
}

/** In the panel's list of vouchers. */
function voucherOf(page: Page, prize: string, winner: string) {
  const named = page.getByRole('listitem').filter({ hasText: prize });
  return named.filter({ hasText: winner }).first();
}

/** In Maria's list. */
async function ownVoucher(page: Page, prize: string) {
  await openAs(page, 'maria@exemplo.com.br', '/meus-vouchers');
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: prize }) });
}

test('shows a changed address of a partner on the vouchers immediately', async ({ page, browser }) => {
  await openAs(page, ADMIN, '/admin/partners?busca=Ateli%C3%AA');
  const partner = page
    .getByRole('list', { name: 'Parceiros' })
    .getByRole('listitem')
    .filter({ hasText: 'Ateliê Ponto Certo' });
  await partner.getByRole('button', { name: 'Endereço e telefone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Endereço e telefone' });
  await expectAtBothWidths(page);
  const phone = dialog.getByLabel('Telefone com DDD');
  await phone.fill('1234');
  await dialog.getByRole('button', { name: 'Salvar contato' }).click();
  await expect(dialog.getByText('Confira o telefone com DDD.')).toBeVisible();
  await phone.fill('82 99999-0002');
  const streetAddress = `Rua do Linho, ${randomInt(1, 10_000)}`;
  await dialog.getByLabel('Endereço').fill(streetAddress);
  await dialog.getByRole('button', { name: 'Salvar contato' }).click();
  await expect(dialog).toBeHidden();
  await expect(partner.getByText(streetAddress)).toBeVisible();

  const winner = await (await browser.newContext()).newPage();
  const voucher = await ownVoucher(winner, 'Curso de modelagem');
  await expect(voucher.getByText(`${streetAddress}, Maceió (AL)`)).toBeVisible();
  await winner.context().close();
});

test('shows the winner the new code and PIN of a reissued voucher', async ({ page, browser }) => {
  const prize = 'Curso de modelagem';
  const winner = await (await browser.newContext()).newPage();
  const voucher = await ownVoucher(winner, prize);
  const code = await voucher.locator('[data-voucher-code]').innerText();

  await openAs(page, ADMIN, '/admin/partners/vouchers?filtro=pending');
  await voucherOf(page, prize, 'Maria Silva').getByRole('button', { name: 'Mudar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mudar o voucher' });
  await dialog.getByLabel('O que mudar').selectOption('Emitir outro código e PIN');
  await dialog.getByRole('button', { name: 'Mudar voucher' }).click();
  await expect(dialog.getByText('Diga o motivo.')).toBeVisible();
  await expectAtBothWidths(page);
  await dialog.getByLabel('Motivo').fill('O código vazou');
  await dialog.getByRole('button', { name: 'Mudar voucher' }).click();
  await expect(page.getByText('Voucher mudado.')).toBeVisible();
  await winner.reload();
  await expect(voucher.locator('[data-voucher-code]')).not.toHaveText(code);
  await winner.context().close();
});

test('searches among more partners than the list shows', async ({ page, request }) => {
  const partner = await createPartner(request);
  await withManyPartners(async () => {
    await openAs(page, ADMIN, '/admin/partners/vouchers?filtro=pending');
    await page
      .getByRole('button', { name: /^Mudar/ })
      .first()
      .click();
    const change = page.getByRole('dialog', { name: 'Mudar o voucher' });
    await change.getByLabel('O que mudar').selectOption('Passar para outro parceiro');
    const found = change.getByRole('option', { name: partner });
    const search = change.getByRole('searchbox', { name: 'Procurar parceiro' });
    await expect(search).toBeVisible();
    await expect(found).toHaveCount(0);
    await search.fill(partner);
    await expect(found).toHaveCount(1);
    await expect(search).toBeFocused();
    await expectPageChecks(page);
  });
});

test('asks what to do with the vouchers of a paused partner', async ({ page, request }) => {
  const partner = await createPartner(request);
  await openAs(page, ADMIN, '/admin/partners/vouchers?filtro=pending');
  const voucher = voucherOf(page, 'Dia de spa', 'Patrícia Amorim');
  await voucher.getByRole('button', { name: 'Mudar' }).click();
  const change = page.getByRole('dialog', { name: 'Mudar o voucher' });
  await change.getByLabel('O que mudar').selectOption('Passar para outro parceiro');
  await change.getByLabel('Parceiro').selectOption({ label: `${partner}, Maceió (banho de folhas)` });
  await change.getByLabel('Motivo').fill('Fica mais perto');
  await change.getByRole('button', { name: 'Mudar voucher' }).click();
  await expect(voucher).toContainText(partner);

  await page.goto(`/admin/partners?busca=${partner}`);
  await page.getByRole('button', { name: 'Pausar' }).click();
  const pause = page.getByRole('dialog', { name: `Pausar ${partner}?` });
  await expect(pause.getByText('1 voucher ainda não foi usado.')).toBeVisible();
  await expectAtBothWidths(page);
  await pause.getByLabel('O que fazer com eles').selectOption('Deixar esperando');
  await expect(pause.getByText('A equipe combina com cada pessoa')).toBeVisible();
  await pause.getByRole('button', { name: 'Pausar' }).click();
  await expect(page.getByText(/0 vouchers passaram para outro parceiro, 1 espera/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reativar' })).toBeFocused();
});
