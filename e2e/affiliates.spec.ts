/** From a followed link to a commission, and back when the purchase is refunded. */
import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { signInAs } from './demo-accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, watchForErrors } from './page-checks.ts';
import { createPerson, PASSWORD, signIn } from './people.ts';

const BIZ = '5e000000-0000-4000-8000-000000000001';
const DAY_SECONDS = 86_400;
/** The browser of the tests says that it is a program, which counts as no visit. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** Lets the visit have been days ago: the cookie's date is all that is left of it in the browser. */
async function daysPass(visitor: Page, days: number): Promise<void> {
  const context = visitor.context();
  const cookie = (await context.cookies()).find(({ name }) => name === 'mare_ref')!;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const [code, visitorId, clickedAt] = cookie.value.split('.');
  const value = [code, visitorId, Number(clickedAt) - days * DAY_SECONDS].join('.');
  await context.addCookies([{ ...cookie, value }]);
}

/** Places an order of 1,000 cotas as the browser's checkout does, and pays it in the sandbox. @returns its reference */
async function buy(visitor: Page): Promise<string> {
  const email = await createPerson(visitor.request);
  const login = await visitor.request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const authorization = `Bearer ${token}`;
  const birthDate = '1990-01-01';
  const profile = { name: 'Rita Lima', phone: null, cpf: null, city: 'Maceió', state: 'AL', birthDate };
  await visitor.request.put('/api/me', { headers: { authorization }, data: profile });
  const answer = await visitor.request.post('/api/checkout/payments', {
    headers: { authorization, 'idempotency-key': randomUUID() },
    data: {
      items: [{ title: 'Biz', quantity: 40, price: 0.5, selected_numbers: [], rifaId: BIZ }],
      customerInfo: { name: 'Rita Lima', email },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { external_reference: reference } = (await answer.json()) as { external_reference: string };
  await visitor.goto(`/pedido/${reference}`);
  await visitor.getByRole('button', { name: 'Gerar código Pix' }).click();
  const opened = visitor.waitForEvent('popup');
  await visitor.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(visitor.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeVisible();
  return reference;
}

async function refund(browser: Browser, reference: string): Promise<void> {
  const admin = await browser.newPage();
  await signInAs(admin, 'admin@exemplo.com.br');
  await admin.goto(`/admin/pagamentos?pedido=${reference}`);
  await admin.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Pedido da compradora');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: /^Devolver/ }).click();
  await expect(admin.getByText('Reembolso pedido: Pedido da compradora')).toBeVisible();
  await admin.close();
}

const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });

test('a link is followed, the purchase comes five days later, a refund undoes it', async ({
  page,
  browser,
}) => {
  const errors = watchForErrors(page);
  const email = await createPerson(page.request);
  await signIn(page, email, '/afiliado');
  await expect(page.getByText('Conta de afiliado ativada!')).toBeVisible();
  await expect(page.getByText('Você já pode começar a ganhar comissões.')).toBeVisible();
  await expect(page.getByText('Mínimo de R$ 50,00')).toBeVisible();
  await page.getByRole('button', { name: 'Copiar link' }).click();
  await expect(page.getByText('Link copiado!')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/\?ref=[A-Z0-9]{8}$/);
  await page.getByLabel('Sua chave Pix').fill(email);
  await page.getByRole('button', { name: 'Salvar chave' }).click();
  await expect(page.getByText('@exemplo.com.br', { exact: false }).last()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const visitor = await browser.newPage({ userAgent: PHONE });
  await visitor.goto(link);
  await visitor.reload();
  await daysPass(visitor, 5);
  const reference = await buy(visitor);

  await expect(async () => {
    await page.reload();
    await expect(figure(page, 'Ganhos pendentes')).toContainText(/R\$\s1,00/, { timeout: 2_000 });
  }).toPass();
  await expect(figure(page, 'Cliques em 30 dias')).toContainText('1');
  await expect(page.getByText(/Compra de R\$\s20,00/)).toBeVisible();

  await refund(browser, reference);
  await expect(async () => {
    await page.reload();
    await expect(figure(page, 'Ganhos pendentes')).toContainText(/R\$\s0,00/, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('Cancelada')).toBeVisible();
  await visitor.close();
  expect(errors).toEqual([]);
});

test('an admin collects what is due, approves it, exports it and notes that it was sent', async ({
  page,
}) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/affiliates');
  await page.getByRole('button', { name: 'Reunir o dia 15' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Maria Silva' }).filter({ hasText: '15/' });
  await row.getByRole('button', { name: 'Aprovar' }).click();
  await expect(row.getByText('A pagar')).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar aprovados' }).click();
  expect((await download).suggestedFilename()).toMatch(/^repasses-afiliados-.*\.csv$/);
  await row.getByRole('button', { name: 'Marcar como pago' }).click();
  await page.getByRole('dialog').getByLabel('Comprovante').fill('E00000000202611150001');
  await page.getByRole('button', { name: 'Confirmar pagamento' }).click();
  await expect(row.getByText('Pago', { exact: true })).toBeVisible();
  await page.getByLabel('Nome, e-mail ou código').fill('maria123');
  await page.getByRole('button', { name: 'Procurar' }).click();
  await expect(page.getByRole('heading', { name: 'Maria Silva', level: 3 }).last()).toBeVisible();
  await expectNoSidewaysScroll(page);
});
