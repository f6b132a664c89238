/** Every address of the storefront in the states it can be in: what it says, and that everybody can use it. */
import { expect, type Page } from '@playwright/test';
import { signInAs } from './demo-accounts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { test } from './test.ts';

async function firstRifaId(page: Page): Promise<string> {
  const rifas = (await (await page.request.get('/api/rifas')).json()) as { id: string }[];
  return rifas[0]!.id;
}

/** Once in light, once in dark. */
async function expectGoodInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
}

async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text).first(), text).toBeVisible();
}

const screens = [
  {
    name: 'a rifa, with an account',
    address: (id: string) => `/rifa/${id}`,
    texts: ['Participar desta rifa', 'Prêmios', 'Participar Agora'],
  },
  {
    name: 'a rifa that does not exist',
    address: () => '/rifa/inexistente/anonymous',
    texts: ['Rifa não encontrada', 'Esta rifa não existe ou não está mais disponível.'],
  },
  {
    name: 'an address that does not exist',
    address: () => '/nada-aqui',
    texts: ['Página não encontrada', 'Voltar ao Início', 'Voltar'],
  },
  {
    name: 'a screen for which one has to sign in',
    address: () => '/dashboard',
    texts: ['Acesso Restrito', 'Você precisa estar logado para acessar esta página.', 'Fazer Login'],
  },
  { name: 'the login', address: () => '/auth', texts: ['E-mail', 'Senha'] },
  {
    name: 'an approval that no order confirms yet',
    address: () => '/checkout/sucesso?payment_id=123&external_reference=referencia-desconhecida',
    texts: ['Confirmando o pagamento', '123'],
  },
  {
    name: 'a pending payment',
    address: () => '/checkout/pendente?payment_id=123&external_reference=referencia-desconhecida',
    texts: ['Pagamento Pendente', 'Acompanhar Pedido'],
  },
  {
    name: 'a rejected payment',
    address: () => '/checkout/falha?payment_id=123&external_reference=referencia-desconhecida',
    texts: ['Pagamento Rejeitado', 'Isso costuma acontecer quando:', 'Tentar Novamente'],
  },
] as const;

for (const { name, address, texts } of screens)
  test(name, async ({ page }) => {
    await page.goto(address(await firstRifaId(page)));
    await expectTexts(page, texts);
    await expectGoodInBothThemes(page);
  });

test('an empty checkout', async ({ page }) => {
  await signInAs(page, 'maria@exemplo.com.br');
  await page.goto('/checkout');
  await expectTexts(page, ['Carrinho vazio', 'Ver Rifas']);
  await expectGoodInBothThemes(page);
});

test('searching by kind of prize, down to nothing found', async ({ page }) => {
  await page.goto('/?premio=servico');
  await expect(page.getByRole('heading', { name: /rifas? encontradas?/ })).toBeVisible();
  await expect(page.getByLabel('Tipo de prêmio')).toHaveValue('servico');
  await page.goto('/?busca=nadadisso');
  await expectTexts(page, ['Nenhuma rifa encontrada']);
  await expectGoodInBothThemes(page);
});

test('a lost connection is told', async ({ page }) => {
  await page.goto('/auth');
  await page.route('**/api/rifas', (route) => route.abort());
  await page.getByRole('link', { name: 'Maré da Sorte, página inicial' }).click();
  await expect(page.getByText('Erro de conexão. Verifique sua internet.')).toBeVisible();
  await expect(page.getByText('Não foi possível carregar as rifas.')).toBeVisible();
});

test('a shared rifa shows its own picture and offer', async ({ page }) => {
  const id = await firstRifaId(page);
  await page.goto(`/rifa/${id}/anonymous`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/rifa/${id}$`));
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const answer = await page.request.get(new URL(picture!).pathname);
  expect(answer.headers()['content-type']).toBe('image/png');
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as Record<
    string,
    unknown
  >;
  expect(data).toMatchObject({ '@type': 'Product', offers: { priceCurrency: 'BRL' } });
});
