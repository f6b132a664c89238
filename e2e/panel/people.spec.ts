/** CRM: search, notes, tags, bans, roles and merging accounts. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createPerson, fillLogin, openAs, PASSWORD } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers panel: crm: search, notes, tags with undo [web/app/admin/people/people-page.tsx]
test('searches, notes and tags people, and saves a setting', async ({ page }) => {
  const errors = watchForErrors(page);
  await openAs(page, 'admin@exemplo.com.br', '/admin/crm?busca=joana');
  await page.getByRole('link', { name: /joana@exemplo\.com\.br/ }).click();
  const note = `Prefere WhatsApp ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Nova anotação').fill(note);
  await page.getByRole('button', { name: 'Anotar' }).click();
  await expect(page.getByText(note)).toBeVisible();
  await expectPageChecks(page);

  await page.goto('/admin/crm?busca=maria@');
  await page.getByRole('checkbox').check();
  await page.getByLabel('Etiqueta para 1 pessoa').fill('feira');
  await page.getByRole('button', { name: 'Pôr etiqueta' }).click();
  await expect(page.getByRole('list', { name: 'Clientes' }).getByText('feira')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('list', { name: 'Clientes' }).getByText('feira')).toBeHidden();
  await expectAccessible(page);

  await page.goto('/admin/settings');
  await expect(page.getByLabel('Nome').first()).toHaveValue('Bronze');
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

// Saves the commissions unchanged, in another format, because other tests read them.
test('parses commissions in any notation', async ({ page }) => {
  const errors = watchForErrors(page);
  await openAs(page, 'admin@exemplo.com.br', '/admin/settings');
  await page.getByRole('navigation', { name: 'Nesta página' }).getByText('Comissões').click();
  await expect(page.getByRole('heading', { name: 'Comissões' })).toBeInViewport();
  const rate = page.getByLabel('Comissão de afiliados');
  const amount = page.getByLabel('Comissão de parceiros');
  await expect(rate).toHaveValue('5%');
  await expect(amount).toHaveValue('R$ 50,00');
  await rate.fill('60%');
  await amount.fill('cinquenta');
  await page.getByRole('button', { name: 'Salvar comissões' }).click();
  await expect(page.getByText('De 0% a 50%, como 5% ou 7,5%.')).toBeVisible();
  await expect(page.getByText(/^Até R\$\s1\.000,00, como R\$ 50,00\.$/)).toBeVisible();
  await expect(rate).toBeFocused();
  await expectAccessible(page);
  await rate.fill('5,00 %');
  await amount.fill('50');
  await page.getByRole('button', { name: 'Salvar comissões' }).click();
  await expect(page.getByText('Configuração salva.')).toBeVisible();
  await expect(rate).toHaveValue('5%');
  await expect(amount).toHaveValue('R$ 50,00');
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});

test('bans, unbans and changes the role of an account, with log entries', async ({
  page,
  request,
  browser,
}) => {
  const email = await createPerson(request);
  await openAs(page, 'admin@exemplo.com.br', `/admin/crm?busca=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: new RegExp(email.replaceAll('.', String.raw`\.`)) }).click();
  await page.getByRole('button', { name: 'Bloquear conta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Compras com cartão roubado');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(page.getByText(/^Bloqueada até /)).toBeVisible();
  await expectAccessible(page);

  const bannedBrowser = await browser.newContext();
  const visitor = await bannedBrowser.newPage();
  await visitor.goto('/auth');
  await fillLogin(visitor, email, PASSWORD);
  await expect(visitor.getByRole('main').getByRole('alert')).toBeVisible();
  await bannedBrowser.close();

  await page.getByRole('button', { name: 'Desbloquear conta' }).click();
  await dialog.getByLabel('Motivo').fill('Era engano');
  await dialog.getByRole('button', { name: 'Desbloquear', exact: true }).click();
  await expect(page.getByText('A pessoa pode entrar na conta.')).toBeVisible();
  await page.getByLabel('Papel na loja').selectOption('Atendimento');
  await page.getByRole('button', { name: 'Mudar papel' }).click();
  await dialog.getByRole('button', { name: 'Sim, mudar' }).click();
  await expect(page.getByText('Acesso alterado!')).toBeVisible();

  await page.goto('/admin/crm/atividades?tipo=user');
  const log = page.getByRole('list', { name: 'Atividades' });
  const entry = log
    .getByRole('listitem')
    .filter({ hasText: 'Rita Lima de cliente para atendimento' })
    .first();
  await entry.getByText('Detalhes').click();
  await expect(entry.getByText('buyer → support')).toBeVisible();
  await expect(log.getByText('Bloqueou uma conta').first()).toBeVisible();
  await expectPageChecks(page);
});

// @covers panel: crm: two accounts become one; 'Contas unidas.'
test('merges two accounts', async ({ page, request }) => {
  const [kept, former] = [await createPerson(request), await createPerson(request)];
  await openAs(page, 'admin@exemplo.com.br', `/admin/crm?busca=${encodeURIComponent(kept)}`);
  await page.getByRole('link', { name: new RegExp(kept) }).click();
  await page.getByLabel('Nome, e-mail, telefone ou CPF da outra conta').fill(former);
  await page.getByRole('button', { name: 'Procurar' }).click();
  await page.getByRole('button', { name: 'Comparar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Unir contas' })).toBeDisabled();
  const emails = dialog.getByRole('row', { name: /^E-mail/ }).getByRole('cell');
  await expect(emails).toHaveText([kept, former]);
  await dialog.getByRole('checkbox').check();
  // A changed choice must be confirmed again.
  await dialog.getByRole('button', { name: 'Manter a outra' }).click();
  await expect(emails).toHaveText([former, kept]);
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await expectPageChecks(page);
  await dialog.getByRole('button', { name: 'Manter a outra' }).click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Unir contas' }).click();
  await expect(page.getByText('Contas unidas.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Unir com outra conta' })).toBeFocused();
  await expectAccessible(page);
  const login = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: former, password: PASSWORD },
  });
  expect(login.ok()).toBe(false);
});
