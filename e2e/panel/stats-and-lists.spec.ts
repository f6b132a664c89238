/** Statistics and lists of the panel on a phone. Changes no shared data. */
import { expect, type Page } from '@playwright/test';
import { untilHydrated } from '../kit/page/hydration.ts';
import { expectAccessible, expectPageChecks } from '../kit/page/page-checks.ts';
import { signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

// @covers storefront 4: experiments: running, completed, 'Coletando mais dados... (mínimo 100 impressões por
//   variante)' [web/app/experiments/admin/test-results.tsx]
// @covers panel: analytics: from the visit to the payment, by source; buyers by month of the first purchase
// @covers panel: gamification: rankings of day, week and month with prizes, frozen at their end; 'Ranking da
//   semana'
// @covers panel: gamification: rifas that hide cotas premiadas, how many were found and wait; 'Rifas com cotas
//   premiadas'
// @covers panel: settings: state of payments, mail and background work; 'Como a loja está'
test('shows points, rankings, visits and the shop’s state', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  for (const [path, text] of [
    ['/admin/gamification?periodo=month', 'Quem lidera agora'],
    ['/admin/analytics?dias=90', 'De onde vieram'],
    ['/admin/settings', 'Como a loja está'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible();
    if (path.startsWith('/admin/analytics')) await expectTests(page);
    if (path.startsWith('/admin/gamification'))
      await expect(
        page
          .getByRole('list', { name: 'Rifas com cotas premiadas' })
          .getByText(/\d+ de \d+ encontradas?/)
          .first(),
      ).toBeVisible();
    await expectPageChecks(page);
  }
  await page.goto('/ranking');
  const week = page.getByRole('tab', { name: 'Semana' });
  await untilHydrated(week);
  await week.click();
  await expect(page.getByRole('heading', { name: 'Ranking da semana' })).toBeVisible();
  await expect(page.getByText('Jantar para duas pessoas').first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Ranking da semana' }).getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
});

/** Both A/B tests of the demonstration, and the abandoned carts. */
async function expectTests(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Mensagem de confiança ao pagar' })).toBeVisible();
  await expect(page.getByText('Coletando mais dados... (mínimo 100 impressões por variante)')).toBeVisible();
  await page.getByRole('button', { name: 'Declarar vencedor: Com mensagem' }).click();
  const question = page.getByRole('dialog', { name: '“Com mensagem” para todos?' });
  await expect(question.getByText(/cada variante precisa de umas/)).toBeVisible();
  await question.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByText('Taxa de recuperação')).toBeVisible();
}

test('keeps a list’s order in the URL and exports it as CSV', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  for (const [path, order, file] of [
    ['/admin/partners/vouchers', 'expiry', 'vouchers.csv'],
    ['/admin/partners', 'validated', 'parceiros.csv'],
    ['/admin/affiliates', 'sales', 'afiliados.csv'],
    ['/admin/cupons', 'uses', 'cupons.csv'],
  ] as const) {
    await page.goto(path);
    const choice = page.getByLabel('Ordem');
    await untilHydrated(choice);
    await choice.selectOption(order);
    await expect(page).toHaveURL(new RegExp(`ordem=${order}`));
    await page.reload();
    await expect(page.getByLabel('Ordem')).toHaveValue(order);
    const button = page.getByRole('button', { name: 'Exportar CSV' });
    await untilHydrated(button);
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toBe(file);
  }
});

test('shows the sales of chosen days, and receivables', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin');
  const money = page.getByRole('region', { name: 'Dinheiro a receber' });
  await expect(money.getByText('Comissões a pagar')).toBeVisible();
  const sales = page.getByRole('region', { name: 'Vendas' });
  await sales.getByLabel('Período').selectOption('Escolher datas');
  await expect(sales.getByLabel('De', { exact: true })).toBeVisible();
  await sales.evaluate(changeDatesQuickly, ['2020-03-10', '2020-03-09']);
  await expect(sales.getByText('a primeira antes da última')).toBeVisible();
  await sales.getByLabel('Até', { exact: true }).fill('2020-03-12');
  await expect(sales.getByText('Nenhuma venda neste período.')).toBeVisible();
  await expect(page).toHaveURL(/de=2020-03-10&ate=2020-03-12/);
  await page.reload();
  await sales.getByText('Ver como tabela').click();
  await expect(sales.getByRole('row')).toHaveCount(4);
  await expectPageChecks(page);
});

test('compares today on the first page, and opens the ending of a waiting rifa', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin');
  const today = page.getByRole('region', { name: 'Hoje' });
  await expect(today.getByText('comparado até esta hora')).toBeVisible();
  await expect(today.getByText('Pedidos pagos')).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Rifas que esperam você' });
  await waiting.getByRole('link', { name: 'Enxoval em bordado filé' }).click();
  await expect(page.getByRole('list', { name: 'Passos do encerramento' })).toBeVisible();
});

test('opens the cockpit of an active rifa from the first page', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin');
  const rifas = page.getByRole('region', { name: 'Rifas ativas' });
  await expect(rifas.getByText(/cotas? hoje, [\d.]+ ontem/).first()).toBeVisible();
  await rifas.getByRole('link', { name: 'Honda Biz 125 zero km' }).click();
  await expect(page).toHaveURL(/\/admin\/rifas\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('tab', { name: 'Ao vivo' })).toBeVisible();
});

test('shows the ledger of chosen days', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/financeiro');
  const main = page.getByRole('main');
  await untilHydrated(main.getByLabel('De', { exact: true }));
  await main.evaluate(changeDatesQuickly, ['2020-03-10', '2020-03-12']);
  await expect(page).toHaveURL(/de=2020-03-10&ate=2020-03-12/);
  await expect(main.getByLabel('De', { exact: true })).toHaveValue('2020-03-10');
});

/** Changes the second date before a slow page shows the URL of the first one. */
async function changeDatesQuickly(within: Element, dates: string[]): Promise<void> {
  for (const [index, input] of [...within.querySelectorAll('input[type=date]')].slice(0, 2).entries()) {
    // React overrides the property of the element.
    Reflect.set(HTMLInputElement.prototype, 'value', dates[index], input);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    // React has rendered the input, but the URL is not updated yet.
    await Promise.resolve();
    await Promise.resolve();
  }
}

test('announces why levels cannot be saved, and labels each field with its level', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/gamification');
  const second = page.getByLabel('A partir de, no 2º nível');
  const problem = page.locator('[aria-live]').filter({ hasText: 'de mais pontos que o anterior' });
  await untilHydrated(second);
  await expect(problem).toHaveCount(0);
  await second.fill('0');
  await expect(problem).toBeVisible();
});

test('retries and discards parked jobs by keyboard, and moves the focus to the next one', async ({
  page,
}) => {
  const parkedJob = (at: number) => ({
    id: `0190a0e0-0000-7000-8000-00000000000${at}`,
    queue: 'tell-winners',
    subjects: [{ kind: 'rifa', id: `0190a0e0-0000-7000-8000-00000000001${at}`, title: `Moto ${at}` }],
    moreSubjects: 0,
    recurs: false,
    attempts: 11,
    createdAt: '2026-11-27T12:00:00Z',
    failedAt: '2026-11-27T15:00:00Z',
    lastError: 'connect ETIMEDOUT',
  });
  let jobs = [1, 2, 3, 4].map(parkedJob);
  await page.route('**/api/admin/parked-jobs', (route) =>
    route.fulfill({ json: { jobs, count: jobs.length } }),
  );
  for (const [action, answer] of [
    ['retry', { retried: 1 }],
    ['discard', { discarded: true }],
  ] as const)
    await page.route(`**/api/admin/parked-jobs/${action}`, (route) => {
      const { id } = route.request().postDataJSON() as { id: string };
      jobs = jobs.filter((job) => job.id !== id);
      return route.fulfill({ json: answer });
    });
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/mensagens');
  const parked = page.getByRole('region', { name: 'Tarefas paradas' });
  await expect(parked).toContainText('4 tarefas internas falharam em todas as tentativas.');
  await expectAccessible(page);
  const row = (at: number) => parked.getByRole('listitem').filter({ hasText: `Moto ${at}` });
  await expect(row(1)).toContainText('Aviso a quem ganhou');
  await expect(row(1)).toContainText('Quem ganhou não sabe disso, e o prazo para pedir o prêmio corre.');
  await expect(row(1)).toContainText('Um serviço de fora demorou demais a responder.');
  await expect(row(1).getByRole('link', { name: 'Moto 1' })).toHaveAttribute(
    'href',
    '/admin/rifas/0190a0e0-0000-7000-8000-000000000011',
  );
  const announcements = page.locator('[aria-live="polite"]');
  const discard = async (at: number) => {
    await row(at).getByRole('button', { name: 'Descartar' }).press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Continua valendo: Quem ganhou não sabe disso');
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).press('Enter');
    await expect(row(at)).toHaveCount(0);
  };
  await row(2).getByRole('button', { name: 'Tentar de novo' }).press('Enter');
  await expect(row(2)).toHaveCount(0);
  await expect(row(3)).toBeFocused();
  await expect(announcements.getByText('A tarefa voltou para a fila.')).toBeVisible();
  await discard(3);
  await expect(row(4)).toBeFocused();
  await expect(announcements.getByText('Tarefa descartada.')).toBeVisible();
  // The last row: the one before it.
  await discard(4);
  await expect(row(1)).toBeFocused();
  await discard(1);
  await expect(parked).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Mensagens', exact: true })).toBeFocused();
});

test('shows the invalid field also to a keyboard that is faster than the scroll @desktop', async ({
  page,
}) => {
  await signInAs(page, 'admin@exemplo.com.br');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/admin/settings');
  const cnpj = page.getByLabel('CNPJ', { exact: false }).first();
  await cnpj.fill('00.000.000/0001-92');
  // The button is below the window, the field still in it.
  await page.getByRole('button', { name: 'Salvar contatos' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Confira o CNPJ.')).toBeVisible();
  await expect(cnpj).toBeFocused();
  const settled = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const before = window.scrollY;
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(before === window.scrollY)));
        }),
    );
  await expect.poll(settled).toBe(true);
  await expect(cnpj).toBeInViewport();
});
