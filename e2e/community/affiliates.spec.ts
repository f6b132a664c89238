/** Affiliate commissions: earned by a referral link, reversed by a refund. */
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createBuyer, createPerson, openAs, signInAs } from '../kit/people/people.ts';
import { payInSandbox, placeOrder, refundOrder } from '../kit/payments/purchases.ts';
import { test } from '../kit/test.ts';

const DAY_SECONDS = 86_400;
/** Visits of automated browsers are not counted, so the test uses a real user agent. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** Moves the referral cookie's date into the past. */
async function ageReferralCookie(visitor: Page, days: number): Promise<void> {
  const context = visitor.context();
  const cookie = (await context.cookies()).find(({ name }) => name === 'mare_ref')!;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const [code, visitorId, clickedAt] = cookie.value.split('.');
  const value = [code, visitorId, Number(clickedAt) - days * DAY_SECONDS].join('.');
  await context.addCookies([{ ...cookie, value }]);
}

/** A new buyer orders 40 cotas and pays in the sandbox. @returns the order's reference */
async function buy(visitor: Page): Promise<string> {
  const { email, authorization } = await createBuyer(visitor.request);
  const reference = await placeOrder(visitor, {
    authorization,
    email,
    rifaId: BIZ,
    quantity: 40,
    price: 0.5,
  });
  await visitor.goto(`/pedido/${reference}`);
  await payInSandbox(visitor);
  return reference;
}

const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });

// @covers community 2: /afiliado: to /auth when not signed in; the account is made, active, when the panel opens
//   [web/app/affiliates/affiliate-page.tsx, server/affiliates/activate-affiliate.ts]
// @covers community 2: clicks of 30 days ('Cliques em 30 dias'), 'Ganhos pendentes', copyable link
//   [web/app/affiliates/affiliate-page.tsx, web/app/affiliates/clicks-card.tsx]
// @covers community 8: 'Conta de afiliado ativada!', 'Você já pode começar a ganhar comissões.'
//   [web/app/affiliates/affiliate-page.tsx]
// @covers community 8: 'Link copiado!' [web/app/affiliates/referral-link.tsx]
test('credits a purchase five days after the click, and reverses it on refund', async ({ page, browser }) => {
  const errors = watchForErrors(page);
  const email = await createPerson(page.request);
  await openAs(page, email, '/afiliado');
  await expect(page.getByText('Conta de afiliado ativada!')).toBeVisible();
  await expect(page.getByText('Você já pode começar a ganhar comissões.')).toBeVisible();
  await expect(page.getByText('Mínimo de R$ 50,00')).toBeVisible();
  await page.getByRole('button', { name: 'Copiar link' }).click();
  await expect(page.getByText('Link copiado!')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/\?ref=[A-Z0-9]{8}$/);
  const ofRifa = page
    .getByRole('region', { name: 'Um link para cada rifa' })
    .getByRole('listitem')
    .filter({ hasText: 'Honda Biz 125 zero km' });
  await ofRifa.getByRole('button').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(`/rifa/${BIZ}/anonymous?ref=`);
  await page.getByLabel('Sua chave Pix').fill(email);
  await page.getByRole('button', { name: 'Salvar chave' }).click();
  await expect(page.getByText('@exemplo.com.br', { exact: false }).last()).toBeVisible();
  await expectPageChecks(page);

  const visitor = await browser.newPage({ userAgent: PHONE });
  await visitor.goto(await copied());
  await visitor.reload();
  await ageReferralCookie(visitor, 5);
  const reference = await buy(visitor);

  await expect(async () => {
    await page.reload();
    await expect(figure(page, 'Ganhos pendentes')).toContainText(/R\$\s1,00/, { timeout: 2_000 });
  }).toPass();
  await expect(figure(page, 'Cliques em 30 dias')).toContainText('1');
  await expect(page.getByText(/Compra de R\$\s20,00/)).toBeVisible();
  await expect(ofRifa).toContainText(/1 clique · 1 venda de R\$\s20,00 em 30 dias/);
  const statement = page.getByRole('region', { name: 'Extrato do mês' });
  await expect(statement).toContainText(/Comissões do mêsR\$\s1,00/);
  const saved = page.waitForEvent('download');
  await statement.getByRole('button', { name: 'Baixar em CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^extrato-\d{4}-\d{2}\.csv$/);

  const admin = await browser.newPage();
  await signInAs(admin, 'admin@exemplo.com.br');
  await refundOrder(admin, reference);
  await admin.close();
  await expect(async () => {
    await page.reload();
    await expect(figure(page, 'Ganhos pendentes')).toContainText(/R\$\s0,00/, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('Cancelada')).toBeVisible();
  await visitor.close();
  expect(errors).toEqual([]);
});
