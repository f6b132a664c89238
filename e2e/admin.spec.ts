/** An organiser's day in the panel: from an empty form to a rifa that sells, and back to everybody's money. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './demo-accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, watchForErrors } from './page-checks.ts';
import { createPerson, fillLogin } from './people.ts';

const PHOTO = join(import.meta.dirname, '../docs/pictures/home-desktop-light.png');

test('a rifa is made with a picture and prizes, published, bought, sold by hand, cancelled and refunded', async ({
  page,
  isMobile,
}) => {
  const errors = watchForErrors(page);
  const title = `Bicicleta ${randomUUID().slice(0, 8)}`;
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/rifas');
  await page.getByRole('link', { name: 'Nova Rifa' }).click();
  await expect(page.getByRole('heading', { name: 'Nova Rifa' })).toBeVisible();
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Descrição').first().fill('Aro 29, **freio a disco**.');
  await page.getByLabel('Escolher imagem da rifa').setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Usar esta imagem' }).click();
  await expect(page.getByText('Trocar imagem')).toBeVisible();
  await page.getByLabel('Preço da cota em reais').fill('2,50');
  await page.getByLabel('Total de números').selectOption('1000');
  await page.getByLabel('Nome do prêmio').fill('Bicicleta aro 29');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Informe a data do sorteio.')).toBeVisible();
  await page.getByLabel('Data e hora do sorteio').fill('2031-01-08T19:00');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await step(page, 'Publicar');
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
  const rifaId = /[0-9a-f-]{36}$/.exec(page.url())![0];
  await expect(page.getByLabel('Nome do prêmio')).toBeDisabled();

  await buy(page, rifaId);
  await page.getByRole('button', { name: 'Vender em dinheiro' }).click();
  const sale = page.getByRole('dialog');
  await sale.getByLabel('Nome do comprador').fill('Zé da Feira');
  await sale.getByLabel('E-mail').fill(`ze.${randomUUID()}@exemplo.com.br`);
  await sale.getByLabel(/O comprador tem 18 anos/).check();
  await sale.getByRole('button', { name: 'Recebi o dinheiro' }).click();
  await expect(sale.getByText(/Vendido: R\$\s2,50 em dinheiro/)).toBeVisible();
  await sale.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('button', { name: 'Procurar número ou comprador' }).click();
  const buyers = page.getByRole('list', { name: 'Compradores' });
  await expect(buyers.getByText('Zé da Feira')).toBeVisible();
  await expect(buyers.getByText('Maria', { exact: false }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Ver na loja' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByText('freio a disco')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();

  await page.goto(`/admin/rifas/${rifaId}`);
  await step(page, 'Cancelar rifa');
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
  await expect(async () => {
    await page.goto(`/admin/rifas/${rifaId}`);
    await page.getByRole('button', { name: 'Procurar número ou comprador' }).click();
    await expect(buyers.getByText('Reembolsado')).toHaveCount(2, { timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  if (!isMobile) expect(errors).toEqual([]);
});

test('people are found, noted and tagged, and a setting keeps what was set', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/crm?busca=joana');
  await page.getByRole('link', { name: /joana@exemplo\.com\.br/ }).click();
  const note = `Prefere WhatsApp ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Nova anotação').fill(note);
  await page.getByRole('button', { name: 'Anotar' }).click();
  await expect(page.getByText(note)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

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
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(errors).toEqual([]);
});

test('an admin closes an account and opens it, changes what it may do, and finds it all in the log', async ({
  page,
  request,
  browser,
}) => {
  const email = await createPerson(request);
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto(`/admin/crm?busca=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: new RegExp(email.replaceAll('.', String.raw`\.`)) }).click();
  await page.getByRole('button', { name: 'Bloquear conta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Compras com cartão roubado');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(page.getByText(/^Bloqueada até /)).toBeVisible();
  await expectAccessible(page);

  const closed = await browser.newContext();
  const visitor = await closed.newPage();
  await visitor.goto('/auth');
  await fillLogin(visitor, email);
  await expect(visitor.getByRole('main').getByRole('alert')).toBeVisible();
  await closed.close();

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
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

/** Presses a step of the rifa's life and answers its question. */
async function step(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Maria buys two cotas by Pix; the sandbox pays. */
async function buy(page: Page, rifaId: string): Promise<void> {
  const login = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: 'maria@exemplo.com.br', password: 'maria123' },
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const answer = await page.request.post('/api/checkout/payments', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    data: {
      items: [{ title: 'Bicicleta', quantity: 2, price: 2.5, selected_numbers: [], rifaId }],
      customerInfo: { name: 'Maria Silva', email: 'maria@exemplo.com.br' },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { external_reference: reference } = (await answer.json()) as { external_reference: string };
  expect((await page.request.post(`/api/orders/${reference}/pix`, { data: {} })).ok()).toBe(true);
  const order = (await (await page.request.get(`/api/orders/${reference}`)).json()) as { paymentId: string };
  const moved = await page.request.post(`/sandbox-mp/_sandbox/payments/${order.paymentId}/transition`, {
    headers: { authorization: 'Bearer SANDBOX-token' },
    data: { to: 'approve' },
  });
  expect(moved.ok(), await moved.text()).toBe(true);
  await expect
    .poll(async () => {
      const now = (await (await page.request.get(`/api/orders/${reference}`)).json()) as { status: string };
      return now.status;
    })
    .toBe('paid');
}
