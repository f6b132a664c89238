/** Notifications and the activity log (spec: community, 2, 4, 8). */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { untilHydrated } from '../kit/page/hydration.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { createPerson, openAs, openAtDesk } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const tag = () => randomUUID().slice(0, 8);

// @covers community 2: /notifications: tabs 'Notificações', 'Atividades', 'Admin'
//   [web/app/notifications/notifications-page.tsx]
// @covers community 6: 'Acesso restrito a administradores' on the Admin tab for others
//   [web/app/notifications/admin/announcement-tab.tsx]
test('asks visitors to sign in, and starts empty', async ({ page, request }) => {
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await openAs(page, await createPerson(request), '/notifications');
  for (const tab of ['Notificações', 'Atividades', 'Admin'])
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  await page.getByRole('button', { name: 'Não lidas', exact: true }).click();
  await expectPageChecks(page);
  await page.getByRole('tab', { name: 'Atividades' }).click();
  await expect(page.getByText('Criou a conta.')).toBeVisible();
  await page.getByLabel('Buscar').fill('nada disso');
  await expect(page.getByText('Nenhuma atividade encontrada')).toBeVisible();
  await page.getByLabel('Buscar').fill('sign-in');
  await expect(page.getByText('Entrou na conta.').first()).toBeVisible();
  await expect(page.getByText('Criou a conta.')).toBeHidden();
  await expectPageChecks(page);
  await page.getByRole('tab', { name: 'Admin' }).click();
  await expect(page.getByText('Acesso restrito a administradores')).toBeVisible();
  await expectPageChecks(page);
});

// @covers community 2: filter 'Todas' or 'Não lidas'; 'Marcar todas como lidas' only while there are unread ones
//   [web/app/notifications/notification-list.tsx]
// @covers community 4: types error and admin also as a toast [web/app/notifications/live-notifications.ts]
// @covers community 5: announcement: title and message not blank, 'Título e mensagem são obrigatórios.'
//   [web/app/notifications/admin/announcement-tab.tsx]
// @covers community 8: 'Não foi possível marcar a notificação como lida.'
//   [web/app/notifications/use-notifications.ts]
// @covers community 8: 'Não foi possível marcar as notificações como lidas.'
//   [web/app/notifications/use-notifications.ts]
// @covers community 8: 'Não foi possível enviar a notificação.' [web/app/notifications/admin/announcement-tab.tsx]
// @covers community 8: 'Notificação enviada para todos os usuários.'
//   [web/app/notifications/admin/announcement-tab.tsx]
// @covers community 8: 'Nenhuma notificação' [web/app/notifications/notification-list.tsx]
test('delivers an announcement live, and marks one or all as read', async ({ page, browser, request }) => {
  await openAs(page, await createPerson(request), '/notifications');
  await page.getByRole('button', { name: 'Não lidas', exact: true }).click();

  const admin = await openAtDesk(browser, 'admin@exemplo.com.br', '/notifications?aba=admin');
  await admin.getByRole('button', { name: 'Enviar Notificação' }).click();
  await expect(admin.getByText('Título e mensagem são obrigatórios.')).toBeVisible();
  await expectPageChecks(admin);
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
    // Shown in the list, and in a toast because an admin sent it.
    await expect(page.getByRole('main').getByText(title)).toBeVisible();
    await expect(page.getByRole('region', { name: /Avisos/ }).getByText(title)).toBeVisible();
  }
  await expect(admin.getByText('Notificação enviada para todos os usuários.').first()).toBeVisible();
  await admin.context().close();

  await page.route('**/api/notifications/*/read', (route) => route.abort());
  const first = page.getByRole('main').getByRole('button', { name: titles[0] });
  await first.click();
  await expect(page.getByText('Não foi possível marcar a notificação como lida.')).toBeVisible();
  await page.unroute('**/api/notifications/*/read');
  await first.press('Enter');
  await expect(first).toBeHidden();
  await expect(page.getByRole('main').getByRole('button', { name: titles[1] })).toBeFocused();
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
  await expectPageChecks(page);
});

// A browser opens six connections to a site, and every visible tab keeps one for its stream.
test('loads the eighth tab of a person, and streams to it once another is closed', async ({
  browser,
  context,
  request,
}) => {
  const email = await createPerson(request);
  const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  await openAs(tabs[0]!, email, '/notifications');
  for (const tab of tabs) {
    await tab.goto('/notifications');
    const main = tab.getByRole('main');
    const list = main.getByRole('listitem').or(main.getByRole('heading', { name: 'Nenhuma notificação' }));
    await expect(list.first()).toBeVisible();
  }
  for (const tab of tabs.slice(0, 7)) await tab.close();
  const admin = await openAtDesk(browser, 'admin@exemplo.com.br', '/notifications?aba=admin');
  const title = `Maré viva ${tag()}`;
  await admin.getByLabel('Título').fill(title);
  await admin.getByLabel('Mensagem').fill('Sorteio hoje às 19h.');
  await admin.getByRole('button', { name: 'Enviar Notificação' }).click();
  await expect(tabs.at(-1)!.getByRole('main').getByText(title)).toBeVisible();
  await admin.context().close();
});

// @covers community 2: badge capped at '99+' [web/app/ui/data-display/badge.tsx]
test('shows a count above 99 as 99+', async ({ page, request }) => {
  await page.route('**/api/notifications/unread', (route) => route.fulfill({ json: { unread: 120 } }));
  await page.route('**/api/notifications/live', (route) => route.abort());
  await openAs(page, await createPerson(request), '/notifications');
  await expect(page.getByRole('banner').getByText('99+')).toBeVisible();
  await expect(page.getByRole('tab', { name: /99\+/ })).toBeVisible();
  // Loading a page does not move the focus.
  await expect(page.getByRole('button', { name: 'Todas', exact: true })).not.toBeFocused();
});

// @covers community 2: 5 notifications in the dropdown of the bell, which fits the screen; 'Ver todas as
//   notificações' [web/app/notifications/notification-bell.tsx]
test('shows five notifications and the link to the rest without scrolling', async ({ page, request }) => {
  const notifications = Array.from({ length: 7 }, (_, index) => ({
    id: randomUUID(),
    type: 'info',
    title: `Notícia ${index + 1}`,
    message: 'As cotas já não mudam. Decide a extração da Loteria Federal de quarta-feira. Boa sorte!',
    read: false,
    href: null,
    createdAt: '2026-11-20T12:00:00.000Z',
  }));
  await page.route('**/api/notifications?*', (route) =>
    route.fulfill({ json: { notifications, nextCursor: null } }),
  );
  await page.route('**/api/notifications/live', (route) => route.abort());
  await openAs(page, await createPerson(request), '/sobre');
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notificações/ });
  await untilHydrated(bell);
  await bell.click();
  const dropdown = page.getByRole('region', { name: 'Últimas notificações' });
  await expect(dropdown.getByRole('listitem')).toHaveCount(5);
  await expect(dropdown.getByRole('link', { name: 'Ver todas as notificações' })).toBeInViewport({
    ratio: 1,
  });
  await dropdown.getByRole('link', { name: 'Ver todas as notificações' }).click();
  await expect(page.getByRole('heading', { name: 'Central de Notificações' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Notícia 7')).toBeVisible();

  // A read row is no longer a button, but keeps the focus.
  await page.route('**/api/notifications/*/read', (route) => {
    notifications[0]!.read = true;
    return route.fulfill({ json: { unread: 6 } });
  });
  await page
    .getByRole('main')
    .getByRole('button', { name: /Notícia 1/ })
    .press('Enter');
  await expect(page.getByRole('main').locator('[tabindex="-1"]', { hasText: 'Notícia 1' })).toBeFocused();
});
