import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, untilAlive, watchForErrors } from './page-checks.ts';
import { test } from './test.ts';

/** A finished demo rifa with three winners. */
const DRAWN_RIFA = '5e000000-0000-4000-8000-000000000013';

interface ReadPage {
  path: string;
  heading: string;
  /** Each of them stands somewhere on the page. */
  texts: (string | RegExp)[];
}

const pages: ReadPage[] = [
  {
    path: '/como-participar',
    heading: 'Como Participar',
    texts: [
      'Escolha a rifa',
      'Selecione seus números',
      'Adicione ao carrinho',
      'Pague com Pix',
      'Aguarde o sorteio',
      'Receba o prêmio',
    ],
  },
  {
    path: '/sobre',
    heading: 'Sobre a Maré da Sorte',
    texts: [/fundada em 2023/, '500+', '50K+', 'R$ 2M+', '99.8%'],
  },
  {
    path: '/termos',
    heading: 'Termos de Uso',
    texts: [
      'Última atualização: janeiro de 2024',
      /18 anos ou mais/,
      /apenas uma conta/,
      /reservados para você por 15 minutos/,
      /O pagamento é feito por Pix/,
      /não são reembolsáveis, exceto nos casos previstos em lei/,
      /recebem de volta o valor integral/,
      /tem 30 dias/,
      /É proibido revender números/,
      /A comissão é de 5%/,
    ],
  },
  {
    path: '/privacidade',
    heading: 'Política de Privacidade',
    texts: [
      /Lei Geral de Proteção de Dados/,
      /não\s+usamos cookies de publicidade/i,
      /Por quanto tempo guardamos/,
    ],
  },
  {
    path: '/afiliados-landing',
    heading: 'Divulgue a Maré e ganhe a cada venda',
    texts: ['Por que ser um afiliado', 'Como funciona', 'Quem já divulga', 'Aprovação em até 24h'],
  },
  {
    path: '/resultado',
    heading: 'Resultados',
    texts: ['1º lugar', 'Maria S.', '0509', 'Rosângela L.', '0004'],
  },
  {
    path: '/ranking',
    heading: 'Ranking',
    texts: ['Top Pontuadores', 'Top Referenciadores', 'Ganhadores Recentes', 'Pódio'],
  },
  {
    path: '/suporte',
    heading: 'Suporte',
    texts: ['WhatsApp', 'Segunda a sexta: 9h às 18h', 'Sábado: 9h às 14h', 'Resposta em até 2 horas úteis.'],
  },
  {
    path: `/rifa/${DRAWN_RIFA}`,
    heading: 'Máquina de costura e ateliê completo',
    texts: ['Sorteada', 'O sorteio desta rifa já aconteceu.', 'Ver Resultado'],
  },
];

async function check(page: Page) {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** The phone is in the sun, the desk in the dark: between them, both themes are seen. */
for (const { path, heading, texts } of pages)
  test(`${path} says what it has to`, async ({ page, request }, { project }) => {
    const errors = watchForErrors(page);
    const html = await (await request.get(path)).text();
    expect(html).toMatch(/<title>[^<]+ \| Maré da Sorte<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/);
    expect(html).toContain('<link rel="canonical"');
    expect(html).toContain(heading);

    await page.emulateMedia({ colorScheme: project.name === 'phone' ? 'light' : 'dark' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const main = page.getByRole('main');
    for (const text of texts) await expect(main.getByText(text).first()).toBeAttached();
    await check(page);
    expect(errors).toEqual([]);
  });

test('without JavaScript the rifas and the footer are there all the same', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Mais Rifas Disponíveis' })).toBeVisible();
  await expect(main.getByRole('article').last()).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' })).toBeVisible();
  await context.close();
});

test('every link of header and footer leads to a page', async ({ page, request }) => {
  await page.goto('/');
  const links = page.locator('header a[href^="/"], footer a[href^="/"]');
  let addresses = new Set<string>();
  await expect
    .poll(async () => {
      addresses = new Set(
        await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')),
      );
      return addresses.size;
    })
    .toBeGreaterThanOrEqual(9);
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
});

test('a winner’s card leads to the rifa, and the buttons to where they say', async ({ page }) => {
  await page.goto('/resultado');
  await page.getByRole('link', { name: 'Máquina de costura' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/rifa/${DRAWN_RIFA}$`));
  await page.getByRole('main').getByRole('link', { name: 'Ver Resultado', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/resultado/${DRAWN_RIFA}$`));

  await page.goto('/como-participar');
  await page.getByRole('link', { name: 'Ver Rifas' }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.goto('/afiliados-landing');
  await page.getByRole('link', { name: 'Quero ser Afiliado' }).click();
  await expect(page).toHaveURL(/\/auth\?voltar=%2Fafiliado$/);
});

test('results that do not load say so', async ({ page }) => {
  await page.goto('/ranking');
  await expect(page.getByRole('heading', { level: 1, name: 'Ranking' })).toBeVisible();
  await page.route('**/api/winners*', (route) => route.fulfill({ status: 400, json: {} }));
  const results = page.getByRole('contentinfo').getByRole('link', { name: 'Resultados' });
  await untilAlive(results);
  await results.click();
  await expect(page.getByRole('heading', { name: 'Erro ao carregar resultados' })).toBeVisible();
  await check(page);
});

test('the questions open one at a time', async ({ page }) => {
  for (const [path, count] of [
    ['/suporte', 5],
    ['/como-participar', 3],
  ] as const) {
    await page.goto(path);
    const questions = page.locator('details');
    await expect(questions).toHaveCount(count);
    await questions.nth(0).locator('summary').click();
    await expect(questions.nth(0)).toHaveAttribute('open');
    await questions.nth(1).locator('summary').click();
    await expect(questions.nth(1)).toHaveAttribute('open');
    await expect(questions.nth(0)).not.toHaveAttribute('open');
  }
});

test('a visitor writes to the desk', async ({ page }) => {
  await page.goto('/suporte');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Enviar Mensagem' }).click();
  await expect(main.getByText('Escreva a sua mensagem.')).toBeVisible();
  await expect(main.getByText('Escolha um assunto.')).toBeVisible();
  await check(page);
  await main.getByLabel('Nome').fill('Ana Lessa');
  await main.getByLabel('E-mail').fill(`ana.${randomUUID()}@exemplo.com.br`);
  await main.getByLabel('Assunto').selectOption('premio');
  await main.getByLabel('Mensagem').fill('Quando recebo a minha colcha?');
  await main.getByRole('button', { name: 'Enviar Mensagem' }).click();
  await expect(page.getByText('Mensagem enviada!')).toBeVisible();
  await expect(page.getByText('Responderemos em até 24 horas.')).toBeVisible();
  await expect(main.getByLabel('Mensagem')).toHaveValue('');
});

test('somebody signed in opens a ticket and finds it', async ({ page }) => {
  await page.goto('/auth?voltar=%2Fsuporte');
  const main = page.getByRole('main');
  await main.getByLabel('E-mail').fill('joana@exemplo.com.br');
  await main.getByLabel('Senha', { exact: true }).fill('joana123');
  await main.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(main.getByRole('heading', { name: 'Novo ticket' })).toBeVisible();
  await expect(main.getByLabel('Prioridade')).toHaveValue('normal');

  const subject = `Pix em dobro ${randomUUID().slice(0, 8)}`;
  await main.getByLabel('Assunto').fill(subject);
  await main.getByLabel('Mensagem').fill('Paguei duas vezes. '.repeat(8));
  await page.route('**/api/support-tickets', (route) => route.abort());
  await main.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Não foi possível enviar o ticket.')).toBeVisible();
  await page.unroute('**/api/support-tickets');
  await main.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();
  const ticket = main.getByRole('listitem').filter({ hasText: subject });
  await expect(ticket.getByText('Aberto')).toBeVisible();
  await expect(ticket.getByText(`${'Paguei duas vezes. '.repeat(6).slice(0, 100)}...`)).toBeVisible();
  await check(page);
});
