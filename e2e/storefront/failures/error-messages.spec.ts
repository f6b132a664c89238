/** Messages of the error catalogues that no other test covers (spec: community, 8; storefront, 8). */
import { expect, type Page } from '@playwright/test';
import { untilHydrated } from '../../kit/page/hydration.ts';
import { expectPageChecks } from '../../kit/page/page-checks.ts';
import { createBuyer, createPerson, fillLogin, openAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

/** Navigates by a footer link without a page load. */
async function openByLink(page: Page, name: string): Promise<void> {
  const link = page.getByRole('contentinfo').getByRole('link', { name });
  await untilHydrated(link);
  await link.click();
}

/** An error response of the API. */
const rejection = (code: string, status: number, data: object = {}) => ({
  status,
  json: { defined: true, code, status, message: '', data },
});

// @covers storefront 2: featured card: 'PARTICIPAR AGORA', hotness, above 70% 'Restam apenas'
// @covers storefront 2: cart of a user: 'Finalizar Compra', 'Pagamento seguro via MercadoPago'
// @covers storefront 2: checkout: form, summary, and the button beside the total; 'Carrinho vazio',
//   'Processando...'
// @covers storefront 4: adding: 'Adicionando...', then the toast [web/app/purchase/choose/add-to-cart-panel.tsx]
// @covers storefront 4: checkout: 'Processando...', new tab, then /checkout/pendente
// @covers storefront 5: 'Preencha todos os campos obrigatórios'; paying disabled until name and e-mail are there
//   [web/app/purchase/checkout/customer/customer-form.tsx]
// @covers storefront 8: 'Selecione pelo menos 1 número antes de adicionar ao carrinho.'
//   [web/app/purchase/choose/add-to-cart-panel.tsx]
// @covers storefront 8: 'Não foi possível adicionar ao carrinho. Tente novamente.'
//   [web/app/purchase/choose/add-to-cart-panel.tsx]
// @covers storefront 8: 'Adicionado ao carrinho!', 'números adicionados com sucesso.', said in the cart that
//   opens, above its lines
// @covers storefront 8: a payment without an address to pay at; 'Erro ao processar pagamento. Tente novamente.'
//   [web/app/purchase/place-order/use-cart-order.ts]
test('reports failures of adding to the cart and of paying', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  await openAs(page, email, '/');
  await page.getByRole('link', { name: 'PARTICIPAR AGORA' }).first().click();
  await expect(page).toHaveURL(/\/anonymous$/);
  const add = page.getByRole('button', { name: 'Adicionar ao Carrinho' });
  await untilHydrated(add);
  await page.route('**/api/rifas/*/numbers', (route) =>
    route.fulfill(rejection('NOT_ENOUGH_NUMBERS', 409, { rifaId: '', title: 'Biz', remaining: 1 })),
  );
  await page.getByText('Bronze', { exact: true }).click();
  await expect(page.getByText('Só 1 cota de “Biz” está livre agora.')).toBeVisible();
  await add.click();
  await expect(page.getByText('Selecione pelo menos 1 número antes de adicionar ao carrinho.')).toBeVisible();

  await page.unroute('**/api/rifas/*/numbers');
  await page.getByText('Prata', { exact: true }).click();
  await page.evaluate(() => {
    const { crypto } = window as unknown as { crypto: { randomUUID?: unknown } };
    crypto.randomUUID = () => {
      throw new Error('no numbers today');
    };
  });
  await add.click();
  await expect(page.getByText('Não foi possível adicionar ao carrinho. Tente novamente.')).toBeVisible();
  await page.evaluate(() => {
    delete (window.crypto as { randomUUID?: unknown }).randomUUID;
    const observer = new MutationObserver(() => {
      if (document.body.textContent?.includes('Adicionando...')) document.body.dataset['adding'] = 'seen';
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await add.click();
  const cart = page.getByRole('dialog', { name: 'Carrinho' });
  await expect(cart.getByText('Adicionado ao carrinho!')).toBeVisible();
  await expect(page.locator('body[data-adding="seen"]')).toBeAttached();
  await expect(cart.getByText(/por cota/).first()).toBeVisible();
  await expect(cart.getByText('Pagamento seguro via MercadoPago')).toBeVisible();

  await page.goto('/checkout');
  const name = page.getByLabel('Nome completo');
  const pay = page.getByRole('button', { name: 'Pagar com Pix' });
  await name.fill('');
  await page.getByLabel('E-mail', { exact: true }).first().focus();
  await expect(page.getByText('Preencha todos os campos obrigatórios')).toBeVisible();
  await expect(pay).toBeDisabled();
  await expectPageChecks(page);
  await name.fill('Maria Silva');
  const responseReleased = Promise.withResolvers<void>();
  await page.route('**/api/checkout/payments', async (route) => {
    await responseReleased.promise;
    const order = { order_id: '', external_reference: 'x', expires_at: '2030-01-01T00:00:00.000Z' };
    await route.fulfill({ json: { ...order, init_point: '', items: [] } });
  });
  await page.getByRole('button', { name: 'Pagar no MercadoPago' }).click();
  await expect(page.getByRole('button', { name: 'Processando...' })).toBeDisabled();
  responseReleased.resolve();
  await expect(page.getByText('Erro ao processar pagamento. Tente novamente.')).toBeVisible();
  await expectPageChecks(page);
});

// @covers community 2: /ranking: podium of the top 3 only when there are 3; 'Pódio'
// @covers community 8: 'Não foi possível ativar sua conta de afiliado.' [web/app/affiliates/affiliate-page.tsx]
// @covers community 8: no account yet is no error: it is offered with 'Ativar Agora'
//   [web/app/affiliates/affiliate-page.tsx, server/affiliates/panel/read-panel.ts]
// @covers community 8: 'Credenciais inválidas.', 'Ocorreu um erro durante o login.'
//   [web/app/partners/portal/use-partner-login.ts]
// @covers community 8: 'Não foi possível carregar os vouchers.', 'Não foi possível carregar as comissões.'
//   [web/app/partners/portal/vouchers-tab.tsx]
// @covers community 8: 'Erro ao validar o voucher. Tente novamente.' [web/app/partners/check-voucher-page.tsx]
// @covers community 8: 'Nenhum sorteio realizado ainda' [web/app/draws/results/results-page.tsx]
test('reports failed requests of results, affiliates, vouchers and the partner portal', async ({
  page,
  request,
}) => {
  await page.goto('/ranking');
  await page.route('**/api/winners*', (route) => route.fulfill({ json: { winners: [], pages: 1 } }));
  await openByLink(page, 'Resultados');
  await expect(page.getByRole('heading', { name: 'Nenhum sorteio realizado ainda' })).toBeVisible();
  await page.route('**/api/ranking', async (route) => {
    const response = await route.fetch();
    const lists = (await response.json()) as { points: object[] };
    await route.fulfill({ json: { ...lists, points: lists.points.slice(0, 2) } });
  });
  await page.goto('/como-participar');
  await openByLink(page, 'Ranking');
  await expect(page.getByRole('heading', { name: 'Top Pontuadores' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pódio' })).toBeHidden();
  await expectPageChecks(page);

  await page.goto('/parceiro');
  const dialog = page.getByRole('dialog', { name: 'Login do Parceiro' });
  const enter = async () => {
    await dialog.getByLabel('E-mail').fill('parceira@exemplo.com.br');
    await dialog.getByLabel('Telefone').fill('82999990001');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
  };
  await page.route('**/api/partners/login', (route) => route.fulfill({ status: 401, json: {} }));
  await enter();
  await expect(page.getByText('Credenciais inválidas.', { exact: true })).toBeVisible();
  await page.unroute('**/api/partners/login');
  await page.route('**/api/partners/login', (route) => route.abort());
  await enter();
  await expect(page.getByText('Ocorreu um erro durante o login.')).toBeVisible();
  await page.unroute('**/api/partners/login');
  for (const list of ['vouchers', 'commissions'])
    await page.route(`**/api/partners/me/${list}*`, (route) => route.fulfill({ status: 400, json: {} }));
  await enter();
  await page.getByRole('tab', { name: 'Vouchers' }).click();
  await expect(page.getByText('Não foi possível carregar os vouchers.')).toBeVisible();
  await page.getByRole('tab', { name: 'Comissões' }).click();
  await expect(page.getByText('Não foi possível carregar as comissões.')).toBeVisible();
  await expectPageChecks(page);

  await page.route('**/api/affiliates/me', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await openAs(page, await createPerson(request), '/afiliado');
  await expect(page.getByText('Não foi possível ativar sua conta de afiliado.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ativar Agora' })).toBeVisible();
  await page.goto('/validar-voucher');
  await page.route('**/api/vouchers/checks', (route) => route.abort());
  await page.getByLabel('Código do voucher').fill('VALID1');
  await page.getByRole('button', { name: 'Validar' }).click();
  await expect(page.getByText('Erro ao validar o voucher. Tente novamente.')).toBeVisible();
  await expectPageChecks(page);
});

// @covers storefront 6: 'Sem permissão para acessar dados administrativos' [web/app/messages.ts]
// @covers storefront 8: 'Erro de conexão. Verifique sua internet.'
// @covers storefront 8: other auth errors by their own message; 'Erro inesperado. Tente novamente.'
test('reports a sign-in without a network, a server error and a lost role', async ({ page }) => {
  await page.goto('/auth');
  const error = page.getByRole('main').getByRole('alert');
  await page.route('**/auth/v1/token*', (route) => route.abort());
  await fillLogin(page, 'maria@exemplo.com.br', 'maria123');
  await expect(error).toHaveText('Erro de conexão. Verifique sua internet.');
  await page.unroute('**/auth/v1/token*');
  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 502, body: 'x' }));
  await fillLogin(page, 'maria@exemplo.com.br', 'maria1234');
  await expect(error).toHaveText('Erro inesperado. Tente novamente.');
  await expectPageChecks(page);
  await page.unroute('**/auth/v1/token*');

  await page.route('**/api/admin/people*', (route) => route.fulfill(rejection('NOT_ADMIN', 403)));
  await openAs(page, 'admin@exemplo.com.br', '/admin/crm');
  await expect(page.getByText('Sem permissão para acessar dados administrativos')).toBeVisible();
  await expectPageChecks(page);
});
