/** Notifications, the activity log and the support desk, as their people meet them (community spec, sections 2, 4, 8). */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { signInAs } from './demo-accounts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { createPerson, PASSWORD, signIn } from './people.ts';
import { test } from './test.ts';

async function check(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

const tag = () => randomUUID().slice(0, 8);

test('the menus lead to what they name, and a wrong address to somewhere', async ({
  page,
  request,
  isMobile,
}) => {
  await signIn(page, await createPerson(request), '/dashboard');
  await page.goto('/como-participar');
  const header = page.getByRole('banner');
  const menu = isMobile
    ? page.getByRole('dialog').getByRole('navigation', { name: 'Menu' })
    : header.getByRole('navigation', { name: 'Principal' });
  if (isMobile) await header.getByRole('button', { name: 'Abrir menu' }).click();
  for (const [name, path] of [
    [isMobile ? 'Início' : 'Rifas', '/'],
    ['Como Participar', '/como-participar'],
    ['Sobre', '/sobre'],
    ['Suporte', '/suporte'],
    ['Dashboard', '/dashboard'],
  ] as const)
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  if (isMobile) {
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Sair' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await header.getByRole('button', { name: 'Minha Conta' }).click();
  const own = page.getByRole('navigation', { name: 'Minha Conta' });
  for (const [name, path] of [
    ['Dashboard', '/dashboard'],
    ['Perfil', '/minha-conta'],
    ['Preferências de Email', '/email-preferences'],
  ] as const)
    await expect(own.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  await check(page);

  await page.goto('/nada-aqui');
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
  const places = page.getByRole('main').getByRole('listitem').getByRole('link');
  expect(await places.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/como-participar',
    '/resultado',
    '/afiliados-landing',
    '/auth',
    '/suporte',
  ]);
  await page.getByRole('button', { name: 'Voltar', exact: true }).click();
  await expect(page).toHaveURL(/\/como-participar$/);
});

test('the notification centre asks who one is, and starts empty', async ({ page, request }) => {
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await signIn(page, await createPerson(request), '/notifications');
  for (const tab of ['Notificações', 'Atividades', 'Admin'])
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  await page.getByRole('button', { name: 'Não lidas', exact: true }).click();
  await check(page);
  await page.getByRole('tab', { name: 'Atividades' }).click();
  await expect(page.getByText('Criou a conta.')).toBeVisible();
  await page.getByLabel('Buscar').fill('nada disso');
  await expect(page.getByText('Nenhuma atividade encontrada')).toBeVisible();
  await page.getByLabel('Buscar').fill('sign-in');
  await expect(page.getByText('Entrou na conta.').first()).toBeVisible();
  await expect(page.getByText('Criou a conta.')).toBeHidden();
  await check(page);
  await page.getByRole('tab', { name: 'Admin' }).click();
  await expect(page.getByText('Acesso restrito a administradores')).toBeVisible();
  await check(page);
});

test('an admin tells everybody: it arrives live, is read one by one and all at once', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, await createPerson(request), '/notifications');
  await page.getByRole('button', { name: 'Não lidas', exact: true }).click();

  const office = await browser.newContext();
  const admin = await office.newPage();
  await signInAs(admin, 'admin@exemplo.com.br');
  await admin.goto('/notifications?aba=admin');
  await admin.getByRole('button', { name: 'Enviar Notificação' }).click();
  await expect(admin.getByText('Título e mensagem são obrigatórios.')).toBeVisible();
  await check(admin);
  await admin.route('**/api/notifications', (route) => route.abort());
  await admin.getByLabel('Título').fill('x');
  await admin.getByLabel('Mensagem').fill('x');
  await admin.getByRole('button', { name: 'Enviar Notificação' }).click();
  await expect(admin.getByText('Não foi possível enviar a notificação.')).toBeVisible();
  await admin.unroute('**/api/notifications');
  const titles = [`Maré cheia ${tag()}`, `Maré baixa ${tag()}`];
  for (const title of titles) {
    await admin.getByLabel('Título').fill(title);
    await admin.getByLabel('Mensagem').fill('Sorteio hoje às 19h.');
    await admin.getByRole('button', { name: 'Enviar Notificação' }).click();
    await expect(admin.getByLabel('Título')).toHaveValue('');
    // In the list and, as it comes from an admin, in a toast.
    await expect(page.getByRole('main').getByText(title)).toBeVisible();
    await expect(page.getByRole('region', { name: /Avisos/ }).getByText(title)).toBeVisible();
  }
  await expect(admin.getByText('Notificação enviada para todos os usuários.').first()).toBeVisible();
  await office.close();

  await page.route('**/api/notifications/*/read', (route) => route.abort());
  const first = page.getByRole('main').getByRole('button', { name: titles[0] });
  await first.click();
  await expect(page.getByText('Não foi possível marcar a notificação como lida.')).toBeVisible();
  await page.unroute('**/api/notifications/*/read');
  await first.click();
  await expect(first).toBeHidden();
  await page.route('**/api/notifications/read', (route) => route.abort());
  await page.getByRole('button', { name: 'Marcar todas como lidas' }).click();
  await expect(page.getByText('Não foi possível marcar as notificações como lidas.')).toBeVisible();
  await page.unroute('**/api/notifications/read');
  await page.getByRole('button', { name: 'Marcar todas como lidas' }).click();
  await expect(page.getByRole('heading', { name: 'Nenhuma notificação' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Marcar todas como lidas' })).toBeHidden();
  await page.getByRole('button', { name: 'Todas', exact: true }).click();
  await expect(page.getByRole('main').getByText(titles[1]!)).toBeVisible();

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notificações/ })
    .click();
  const dropdown = page.getByRole('region', { name: 'Últimas notificações' });
  await expect(dropdown.getByText(titles[1]!)).toBeVisible();
  expect(await dropdown.getByRole('listitem').count()).toBeLessThanOrEqual(5);
  await check(page);
});

test('a count above 99 reads 99+', async ({ page, request }) => {
  await page.route('**/api/notifications/unread', (route) => route.fulfill({ json: { unread: 120 } }));
  await page.route('**/api/notifications/live', (route) => route.abort());
  await signIn(page, await createPerson(request), '/notifications');
  await expect(page.getByRole('banner').getByText('99+')).toBeVisible();
  await expect(page.getByRole('tab', { name: /99\+/ })).toBeVisible();
});

test('a ticket goes to the desk and back: answered, noted, resolved, rated', async ({
  page,
  browser,
  request,
  isMobile,
}) => {
  test.skip(isMobile, 'walked on a desktop');
  const email = await createPerson(request);
  await signIn(page, email, '/suporte');
  const subject = `Pix em dobro ${tag()}`;
  const form = page.getByRole('main');
  await form.getByLabel('Assunto').fill(subject);
  await form.getByLabel('Mensagem').fill('Paguei duas vezes.');
  await form.getByRole('button', { name: 'Enviar Ticket' }).click();
  await expect(page.getByText('Ticket criado!')).toBeVisible();

  const office = await browser.newContext();
  const desk = await office.newPage();
  await signIn(desk, 'suporte@exemplo.com.br', '/dashboard', 'suporte123');
  await desk.goto(`/admin/support?busca=${encodeURIComponent(subject)}`);
  await desk.getByRole('link', { name: subject }).click();
  await expect(desk.getByRole('heading', { name: subject })).toBeVisible();
  await check(desk);
  await desk.getByRole('button', { name: 'Assumir' }).click();
  await expect(desk.getByLabel('Responsável').last()).toHaveValue(/.+/);
  await desk.getByLabel('Prioridade').last().selectOption('Alta');
  await expect(desk.getByText('Prioridade alta')).toBeVisible();
  await desk.getByLabel('Nova nota, só para a equipe').fill('Conferir no banco.');
  await desk.getByRole('button', { name: 'Anotar' }).click();
  await expect(desk.getByRole('paragraph').filter({ hasText: 'Conferir no banco.' })).toBeVisible();
  await desk.getByLabel('Resposta', { exact: true }).fill('Já devolvemos o segundo Pix.');
  await desk.getByRole('button', { name: 'Responder' }).click();
  await expect(desk.getByRole('list', { name: 'Conversa' })).toContainText('Já devolvemos o segundo Pix.');
  await desk.getByRole('button', { name: 'Resolver' }).click();
  await expect(desk.getByText(/^Resolvido em/)).toBeVisible();

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notificações, \d+ não lidas/ })
    .click();
  await page.getByRole('link', { name: /Seu ticket foi respondido/ }).click();
  await expect(page.getByText('Já devolvemos o segundo Pix.')).toBeVisible();
  await expect(page.getByText('Conferir no banco.')).toBeHidden();
  await page.getByRole('radio', { name: '4 estrelas' }).check({ force: true });
  await expect(page.getByText('Agradecemos a avaliação!')).toBeVisible();
  await check(page);

  await desk.goto('/admin/support-metrics?dias=7');
  await expect(desk.getByRole('heading', { name: 'Abertos por hora do dia' })).toBeVisible();
  await check(desk);
  await office.close();
});

test('a buyer finds no way to the desk', async ({ page, request }) => {
  await signIn(page, await createPerson(request), '/admin/support', PASSWORD);
  await expect(page.getByRole('heading', { name: 'Acesso Negado' })).toBeVisible();
});
