import { expect } from '@playwright/test';
import { DRAWN } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { test } from '../kit/test.ts';

interface ReadPage {
  path: string;
  heading: string;
  /** All of them appear on the page. */
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
    path: '/jogo-responsavel',
    heading: 'Jogo Responsável',
    texts: ['Limite mensal', 'Autoexclusão'],
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
      'Dados que coletamos',
      'Para que usamos',
      'Com quem compartilhamos',
      /Lei Geral de Proteção de Dados/,
      /não\s+usamos cookies de publicidade/i,
      /Por quanto tempo guardamos/,
      'Contato',
    ],
  },
  {
    path: '/afiliados-landing',
    heading: 'Divulgue a Maré da Sorte e ganhe a cada venda',
    texts: ['Por que ser um afiliado', 'Como funciona', 'Quem já divulga', 'Aprovação em até 24h'],
  },
  {
    path: '/resultado',
    heading: 'Resultados',
    texts: ['extrações de uma loteria simulada', '1º lugar', 'Maria S.', 'Rosângela L.'],
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
    path: `/rifa/${DRAWN}`,
    heading: 'Máquina de costura e ateliê completo',
    texts: ['Sorteada', 'O sorteio desta rifa já aconteceu.', 'Ver Resultado'],
  },
];

/** Light theme on the phone, dark on the desktop, so that both are tested. */
for (const { path, heading, texts } of pages)
  // @covers community 2: /como-participar: six steps, three questions, a button to the home page
  //   [web/app/about/how-to-take-part-page.tsx]
  // @covers community 2: /sobre: founded 2023, '500+', '50K+', 'R$ 2M+', '99.8%', links to support and affiliates
  //   [web/app/about/about-page.tsx]
  // @covers community 2: /termos: every point listed, 'Última atualização: janeiro de 2024'
  //   [web/app/legal/terms-clauses.tsx]
  // @covers community 2: /privacidade: data, use, sharing, rights, cookies, retention, contact
  //   [web/app/legal/privacy-clauses.tsx]
  // @covers community 2: channels and hours: 'WhatsApp', 'Segunda a sexta: 9h às 18h', 'Sábado: 9h às 14h',
  //   'Resposta em até 2 horas úteis.' [server/demo/load-demo.ts, web/app/support/support-channels.tsx]
  // @covers community 2: /afiliados-landing: hero, benefits, steps, testimonials, call to action; buttons to
  //   /auth; 'Aprovação em até 24h' [web/app/affiliates/affiliate-landing-page.tsx]
  // @covers community 2: /ranking: podium of the top 3 only when there are 3; 'Pódio' [web/app/ranking/podium.tsx]
  // @covers community 2: 'Top Pontuadores', 'Top Referenciadores', 'Ganhadores Recentes'
  //   [web/app/ranking/ranking-page.tsx]
  // @covers community 2: /resultado: winner cards, number padded, '1º lugar', date, link to the rifa
  //   [web/app/draws/results/results-page.tsx]
  test(`${path} shows its required texts @both`, async ({ page, request }, { project }) => {
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
    await expectPageChecks(page);
    expect(errors).toEqual([]);
  });

// @covers community 2: /como-participar: six steps, three questions, a button to the home page
// @covers community 2: /afiliados-landing: hero, benefits, steps, testimonials, call to action; buttons to
//   /auth; 'Aprovação em até 24h'
test('links information pages to their actions', async ({ page }) => {
  for (const [path, name, href] of [
    ['/como-participar', 'Ver Rifas', /^\/$/],
    ['/sobre', 'Falar com o Suporte', /^\/suporte$/],
    ['/sobre', 'Seja um Afiliado', /^\/afiliados-landing$/],
    ['/afiliados-landing', 'Quero ser Afiliado', /^\/auth\?/],
    ['/afiliados-landing', 'Criar minha conta', /^\/auth\?/],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href);
  }
});

// @covers community 2: FAQ of 5 as an accordion, one open at a time [web/app/support/support-questions.tsx]
test('opens one FAQ answer at a time', async ({ page }) => {
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
