/** Loading, empty and error states of the storefront. */
import { expect, type Page } from '@playwright/test';
import { untilHydrated } from '../kit/page/hydration.ts';
import { firstRifa } from '../kit/rifas/demo-rifas.ts';
import { scriptWith } from '../kit/page/module-sizes.ts';
import { expectAccessible, expectNoSidewaysScroll, expectPageChecks } from '../kit/page/page-checks.ts';
import { signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const CONNECTION_ERROR = 'Erro de conexão. Verifique sua internet.';
const UNEXPECTED_ERROR = 'Ocorreu um erro inesperado. Tente novamente.';

/** Parts whose code is loaded lazily. */
const LATE_PARTS = [
  'app/layout/footer.tsx',
  'app/ui/overlay/toast-region.tsx',
  'app/purchase/cart-drawer/cart-drawer.tsx',
];

/** Navigates home by the logo. */
async function goHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Maré da Sorte, página inicial' }).click();
}

test('reloads the outage page when the shop is back, without offering to empty the cart', async ({
  page,
}) => {
  await page.route('**/auth', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, status: 503 });
  });
  await page.route('**/api/rifas', (route) => route.fulfill({ json: [{ id: 7, drawDate: null }] }));
  let requests = 0;
  await page.route('**/readyz', (route) => {
    requests += 1;
    return requests === 1 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await page.goto('/auth');
  await goHome(page);
  await expect(page.getByText('A loja está fora do ar por um instante')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Limpar e recarregar' })).toBeHidden();
  await expectAccessible(page);
  await page.unroute('**/api/rifas');
  await expect(page.getByRole('heading', { name: 'Rifa em Destaque' })).toBeVisible({ timeout: 30_000 });
  expect(requests).toBe(2);
});

// @covers storefront 2: newsletter: 'Fique por Dentro!', 'Digite seu melhor e-mail', 'Quero Receber',
//   'Enviando...'
// @covers storefront 2: trust badges 'SSL Seguro', 'LGPD Conforme', 'Auditado IBRC'; social links
//   [web/app/layout/footer.tsx]
// @covers storefront 2: home: 'Rifa em Destaque', 'Mais Rifas Disponíveis', 'Pronto para ganhar?'
//   [web/app/home/home-view.tsx]
// @covers storefront 2: featured card: 'PARTICIPAR AGORA', hotness, above 70% 'Restam apenas'
//   [web/app/rifas/list/featured-rifa.tsx]
test('home: shows all of its parts', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  for (const text of ['Rifa em Destaque', 'Mais Rifas Disponíveis', 'Pronto para ganhar?', 'Quem já ganhou'])
    await expect(main.getByRole('heading', { name: text })).toBeVisible();
  await expect(main.getByRole('link', { name: 'PARTICIPAR AGORA', exact: true })).toBeVisible();
  await expect(main.getByText(/% quente$/)).toBeVisible();
  await expect(main.getByText(/Restam apenas [\d.]+ cotas!/)).toBeVisible();
  const card = main.getByRole('article').nth(1);
  for (const text of [
    'Ativa',
    'A partir de',
    /de [\d.]+ vendidas/,
    /^\d+,\d%$/,
    /dias? restantes?|Último dia/,
  ])
    await expect(card.getByText(text).first()).toBeVisible();
  await expect(card.getByRole('link', { name: 'Participar Agora' })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  for (const text of ['Fique por Dentro!', 'SSL Seguro', 'LGPD Conforme', 'Auditado IBRC'])
    await expect(footer.getByText(text)).toBeVisible();
  for (const name of ['Instagram', 'Facebook', 'Twitter'])
    await expect(footer.getByRole('link', { name })).toBeVisible();
});

test('home: renders without a part that is still loading', async ({ page }) => {
  const lateScripts = await Promise.all(LATE_PARTS.map(scriptWith));
  for (const script of lateScripts) await page.route(script, (route) => route.abort('internetdisconnected'));
  await page.goto('/');
  await page.getByRole('button', { name: 'Carrinho', exact: true }).click();
  await expect(page.getByRole('main').getByRole('heading', { name: 'Rifa em Destaque' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('Fique por Dentro!')).toBeVisible();
  for (const script of lateScripts) await page.unroute(script);
  await expect(page.getByRole('dialog', { name: 'Carrinho' })).toBeVisible();
});

// @covers storefront 2: home without rifas: 'Nenhuma rifa disponível', 'Volte mais tarde ou entre em contato
//   conosco.' [web/app/rifas/list/rifa-list.tsx]
test('home: shows six skeletons, then the empty state', async ({ page }) => {
  await page.goto('/auth');
  let releaseResponse = () => {};
  const released = new Promise<void>((resolve) => (releaseResponse = resolve));
  await page.route('**/api/rifas', async (route) => {
    await released;
    await route.fulfill({ json: [] });
  });
  await goHome(page);
  await expect(page.locator('[aria-busy=true] > .ticket-card')).toHaveCount(6);
  await expectAccessible(page);
  releaseResponse();
  await expect(page.getByText('Nenhuma rifa disponível')).toBeVisible();
  await expect(page.getByText('Volte mais tarde ou entre em contato conosco.')).toBeVisible();
  await expectNoSidewaysScroll(page);
});

// @covers storefront 2: card: 'A partir de', scarcity, days left, prize, share to one decimal, countdown;
//   'Participar Agora', 'Ver Resultado', 'Em Breve'
test('home: disables the buttons of scheduled and completed rifas', async ({ page, request }) => {
  const rifas = (await (await request.get('/api/rifas')).json()) as object[];
  const states = ['active', 'scheduled', 'completed'];
  await page.goto('/auth');
  await page.route('**/api/rifas', (route) =>
    // The first rifa is the featured one, which is not a card.
    route.fulfill({
      json: rifas.slice(0, 4).map((rifa, index) => ({ ...rifa, status: states[Math.max(index - 1, 0)] })),
    }),
  );
  await goHome(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^Participar Agora\b/ })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Em Breve' })).toBeDisabled();
  await expect(main.getByRole('button', { name: 'Ver Resultado' })).toBeDisabled();
});

test('home: shows in the last 24 hours whether the sale ends today or tomorrow', async ({ page }) => {
  const HOUR_MS = 3_600_000;
  const end = new Date('2027-03-10T18:00:00-03:00').getTime();
  const rifas = (await (await page.request.get('/api/rifas')).json()) as object[];
  await page.route('**/api/rifas', (route) =>
    route.fulfill({ json: rifas.map((rifa) => ({ ...rifa, salesEndAt: new Date(end).toISOString() })) }),
  );
  const card = page.getByRole('main').getByRole('article').nth(1);
  for (const [hours, text] of [
    [20, 'Último dia: vendas até amanhã, 18h'],
    [17, 'Último dia: vendas até 18h'],
  ] as const) {
    await page.clock.setFixedTime(end - hours * HOUR_MS);
    await page.goto('/auth');
    await goHome(page);
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  }
});

// @covers storefront 2: 'Carregando...'; router error 'Unexpected Application Error!'
// @covers storefront 4: rifa: loading, not found, loaded [web/app/rifas/detail/rifa-view.tsx]
test('rifa: loads, loses the connection and retries', async ({ page }) => {
  const { id, title } = await firstRifa(page.request);
  await page.goto('/');
  let releaseFailure = () => {};
  const released = new Promise<void>((resolve) => (releaseFailure = resolve));
  await page.route(`**/api/rifas/${id}`, async (route) => {
    await released;
    await route.abort();
  });
  const main = page.getByRole('main');
  // The remaining days appear after hydration.
  await expect(main.getByText(/dias? restantes?|Último dia/).first()).toBeVisible({ timeout: 60_000 });
  await main.getByRole('link', { name: 'PARTICIPAR AGORA', exact: true }).click();
  await expect(page.getByText('Carregando...')).toBeVisible();
  releaseFailure();
  await expect(page.getByRole('heading', { name: CONNECTION_ERROR })).toBeVisible();
  await page.unroute(`**/api/rifas/${id}`);
  await page.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(title));
});

test('reports a server error', async ({ page }) => {
  await page.goto('/auth');
  await page.route('**/api/rifas', (route) => route.fulfill({ status: 500, json: {} }));
  await goHome(page);
  await expect(page.getByText('Não foi possível carregar as rifas.')).toBeVisible();
  await expect(page.getByText(UNEXPECTED_ERROR)).toBeVisible();
});

// @covers storefront 8: 'Dados não encontrados.', 'Erro de permissão. Faça login novamente.' [web/app/messages.ts]
test('shows the messages for missing data and missing permission', async ({ page }) => {
  const { id } = await firstRifa(page.request);
  await signInAs(page, 'maria@exemplo.com.br');
  await page.route('**/participation', (route) =>
    route.fulfill({ status: 401, json: { code: 'PGRST301', message: 'JWT expired' } }),
  );
  await page.goto(`/rifa/${id}`);
  await expect(page.getByText('Erro de permissão. Faça login novamente.')).toBeVisible();
  await page.unroute('**/participation');

  await page.route('**/api/checkout/payments', (route) =>
    route.fulfill({ status: 406, json: { code: 'PGRST116', message: 'no rows' } }),
  );
  await page.goto(`/checkout?rifa=${id}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Pagar com PIX' }).click();
  await expect(page.getByText('Dados não encontrados.')).toBeVisible();
});

// @covers community 2: error boundary: 'Oops! Algo deu errado', 'Tentar Novamente', 'Recarregar Página'
//   [web/app/layout/router-error-screen.tsx]
// @covers community 8: 'Oops! Algo deu errado' [web/app/layout/router-error-screen.tsx]
// @covers storefront 2: header, menu, cart button with its count; footer with nine links
// @covers storefront 2: 'Carregando...'; router error 'Unexpected Application Error!' [web/app/ui/states.tsx,
//   web/app/layout/router-error-screen.tsx]
test('keeps the header of a broken page, which can be retried', async ({ page }) => {
  await page.goto('/auth');
  await page.route('**/api/rifas', (route) => route.fulfill({ json: [{ id: 7, drawDate: null }] }));
  await goHome(page);
  await expect(page.getByRole('heading', { name: 'Oops! Algo deu errado' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recarregar Página' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Carrinho' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/rifas');
  await page.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expect(page.getByRole('heading', { name: 'Rifa em Destaque' })).toBeVisible();
});

// @covers storefront 2: newsletter: 'Fique por Dentro!', 'Digite seu melhor e-mail', 'Quero Receber',
//   'Enviando...' [web/app/layout/newsletter-form.tsx]
// @covers storefront 5: newsletter: an e-mail is required [web/app/layout/newsletter-form.tsx]
test('subscribes an address to the newsletter', async ({ page }) => {
  await page.goto('/sobre');
  const footer = page.getByRole('contentinfo');
  const email = footer.getByPlaceholder('Digite seu melhor e-mail');
  await email.fill(`leitora.${Date.now()}@exemplo.com.br`);
  let releaseRequest = () => {};
  const released = new Promise<void>((resolve) => (releaseRequest = resolve));
  await page.route('**/api/newsletter', async (route) => {
    await released;
    await route.continue();
  });
  await footer.getByRole('button', { name: 'Quero Receber' }).click();
  await expect(footer.getByText('Enviando...')).toBeVisible();
  releaseRequest();
  await expect(footer.getByText('Pronto! Você vai receber nossas novidades.')).toBeVisible();
  await expect(email).toHaveValue('');
});

// @covers storefront 2: rifa: rotating banner that can be closed, statistics, recent buyers, testimonials, popup;
//   each marked 'Ilustrativo', or absent [web/app/rifas/detail/rifa-view.tsx,
//   web/app/social-proof/activity-popup.tsx]
test('marks simulated social proof, updates it, and lets visitors close it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  const { id } = await firstRifa(page.request);
  await page.goto(`/rifa/${id}/anonymous`);
  for (const text of [/participantes$/, /pessoas comprando agora/, /vendo agora/])
    await expect(page.getByText(text).first()).toBeVisible();
  const banner = page.getByRole('complementary', { name: 'Avisos ilustrativos' });
  await expect(banner.getByText('Quanto mais números, mais chances de ganhar.')).toBeVisible();
  await page.clock.fastForward(4_000);
  await expect(banner.getByText(/^Ganhadores anteriores compraram de/)).toBeVisible();
  const popup = page.getByRole('complementary', { name: 'Atividade ilustrativa' });
  await expect(popup.getByText('Ilustrativo')).toBeVisible();
  await page.clock.fastForward(6_000);
  await expect(popup).toBeHidden();
  await page.clock.fastForward(36_000);
  await popup.getByRole('button', { name: 'Não mostrar mais' }).click();
  await expect(popup).toBeHidden();
  await banner.getByRole('button', { name: 'Fechar aviso' }).click();
  await expect(banner).toBeHidden();
});

// @covers community 8: 'Erro ao carregar resultados' [web/app/draws/results/results-page.tsx]
// @covers storefront 8: 'Erro de conexão. Verifique sua internet.' [web/app/messages.ts]
test('reports results that cannot load', async ({ page }) => {
  await page.goto('/ranking');
  await expect(page.getByRole('heading', { level: 1, name: 'Ranking' })).toBeVisible();
  await page.route('**/api/winners*', (route) => route.fulfill({ status: 400, json: {} }));
  const results = page.getByRole('contentinfo').getByRole('link', { name: 'Resultados' });
  await untilHydrated(results);
  await results.click();
  await expect(page.getByRole('heading', { name: 'Erro ao carregar resultados' })).toBeVisible();
  await expectPageChecks(page);
});
