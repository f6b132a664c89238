/** Every storefront URL in each of its states: texts and accessibility. */
import { expect, type Page } from '@playwright/test';
import { firstRifa } from '../kit/rifas/demo-rifas.ts';
import { scriptWith } from '../kit/page/module-sizes.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { createBuyer, signIn } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** Dark theme on the phone, light on the desktop; pages.spec.ts does the reverse. */
test.beforeEach(({ page, isMobile }) => page.emulateMedia({ colorScheme: isMobile ? 'dark' : 'light' }));

async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text).first(), text).toBeVisible();
}

const screens = [
  {
    name: 'a rifa, with an account',
    path: (id: string) => `/rifa/${id}`,
    texts: ['Participar desta rifa', 'Prêmios', 'Participar Agora'],
  },
  {
    name: 'a rifa that does not exist',
    path: () => '/rifa/inexistente/anonymous',
    texts: ['Rifa não encontrada', 'Esta rifa não existe ou não está mais disponível.'],
  },
  {
    name: 'an address that does not exist',
    path: () => '/nada-aqui',
    texts: ['Página não encontrada', 'Voltar ao Início', 'Voltar'],
  },
  {
    name: 'a page that requires sign-in',
    path: () => '/dashboard',
    texts: ['Acesso Restrito', 'Você precisa estar logado para acessar esta página.', 'Fazer Login'],
  },
  { name: 'the login', path: () => '/auth', texts: ['E-mail', 'Senha'] },
  {
    name: 'an approval that no order confirms yet',
    path: () => '/checkout/sucesso?payment_id=123&external_reference=referencia-desconhecida',
    texts: ['Confirmando o pagamento', '123'],
  },
  {
    name: 'a pending payment',
    path: () => '/checkout/pendente?payment_id=123&external_reference=referencia-desconhecida',
    texts: ['Pagamento Pendente', 'Acompanhar Pedido'],
  },
  {
    name: 'a rejected payment',
    path: () => '/checkout/falha?payment_id=123&external_reference=referencia-desconhecida',
    texts: ['Pagamento Rejeitado', 'Isso costuma acontecer quando:', 'Tentar Novamente'],
  },
] as const;

for (const { name, path, texts } of screens)
  // @covers community 2: 404: 'Página não encontrada', 'Voltar ao Início', 'Voltar', six links
  //   [web/app/layout/not-found-page.tsx]
  // @covers community 8: 'Página não encontrada' [web/app/layout/not-found-page.tsx]
  // @covers storefront 2: rifa: 'Rifa não encontrada', 'Esta rifa não existe ou não está mais disponível.'
  //   [web/app/rifas/detail/rifa-view.tsx]
  // @covers storefront 2: 'Pagamento Pendente', 'Acompanhar Pedido' [web/app/purchase/result/pending-page.tsx]
  // @covers storefront 2: 'Pagamento Rejeitado', 'Tentar Novamente', possible reasons, the message of the error
  //   [web/app/purchase/result/rejected-page.tsx]
  // @covers storefront 4: rifa: loading, not found, loaded
  test(`${name} @both`, async ({ page }) => {
    await page.goto(path((await firstRifa(page.request)).id));
    await expectTexts(page, texts);
    await expectPageChecks(page);
  });

// @covers storefront 2: checkout: form, summary, and the button beside the total; 'Carrinho vazio',
//   'Processando...' [web/app/purchase/checkout/checkout-page.tsx]
test('shows an empty checkout', async ({ page }) => {
  const { email } = await createBuyer(page.request);
  await signIn(page, email, '/checkout');
  await expectTexts(page, ['Carrinho vazio', 'Ver Rifas']);
  await expectPageChecks(page);
});

test('filters by kind of prize, down to no results @both', async ({ page }) => {
  await page.goto('/?premio=servico');
  await expect(page.getByRole('heading', { name: /^\d+ rifas? encontradas?$/ })).toBeVisible();
  const services = page.getByRole('link', { name: 'Serviços', exact: true });
  await expect(services).toHaveAttribute('aria-current', 'true');
  await services.click();
  await expect(page.getByRole('heading', { name: 'Mais Rifas Disponíveis' })).toBeVisible();
  await page.getByRole('link', { name: 'Sorteia hoje', exact: true }).click();
  await expect(page).toHaveURL(/\?quando=hoje/);
  await expect(page.getByRole('heading', { name: /^\d+ rifas? encontradas?$/ })).toBeVisible();
  await page.goto('/?busca=nadadisso');
  await expectTexts(page, ['Nenhuma rifa encontrada']);
  await expectPageChecks(page);
});

test('reports a lost connection', async ({ page }) => {
  await page.goto('/auth');
  await page.route('**/api/rifas', (route) => route.abort());
  // The lazily loaded error message cannot load either.
  await page.route(await scriptWith('app/fetching/failures/failed-call.ts'), (route) => route.abort());
  await page.getByRole('link', { name: 'Maré da Sorte, página inicial' }).click();
  await expect(page.getByText('Erro de conexão. Verifique sua internet.')).toBeVisible();
  await expect(page.getByText('Não foi possível carregar as rifas.')).toBeVisible();
});

test('shares a rifa with its picture and offer', async ({ page }) => {
  const { id } = await firstRifa(page.request);
  await page.goto(`/rifa/${id}/anonymous`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/rifa/${id}$`));
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const response = await page.request.get(new URL(picture!).pathname);
  expect(response.headers()['content-type']).toBe('image/png');
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as Record<
    string,
    unknown
  >;
  expect(data).toMatchObject({ '@type': 'Product', offers: { priceCurrency: 'BRL' } });
});
