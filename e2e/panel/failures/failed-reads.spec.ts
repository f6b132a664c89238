/** Failed requests of the panel: it reports them, offers to retry and shows no wrong data. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { failReads, retryDuringOutage } from '../../kit/page/outage.ts';
import { bearerOf, createPerson, openAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

test('offers to retry quick replies that did not load', async ({ page, request }) => {
  const opened = await request.post('/api/support-tickets', {
    headers: await bearerOf(request, await createPerson(request)),
    data: { subject: `Minha cota ${randomUUID().slice(0, 8)}`, message: 'Onde vejo?' },
  });
  const { id } = (await opened.json()) as { id: string };
  const recover = await failReads(page, '/api/desk/quick-replies', 400);
  await openAs(page, 'suporte@exemplo.com.br', `/admin/support?ticket=${id}`);
  await page.getByRole('button', { name: 'Respostas rápidas e macros' }).click();
  const dialog = page.getByRole('dialog', { name: 'Respostas rápidas e macros' });
  await expect(dialog.getByText('Não foi possível carregar as respostas.')).toBeVisible();
  await expect(dialog.getByText(/^Nenhuma ainda/)).toHaveCount(0);
  await recover();
  await dialog.getByRole('button', { name: 'Tentar Novamente' }).press('Enter');
  await expect(dialog.getByLabel('Nome ou palavras do texto')).toBeVisible();
});

test('keeps typed settings while the state of the shop cannot be read', async ({ page }) => {
  const recover = await failReads(page, '/api/admin/state', 400);
  await openAs(page, 'admin@exemplo.com.br', '/admin/settings');
  const main = page.getByRole('main');
  const notice = main.getByLabel(/^Aviso/).and(main.getByRole('textbox'));
  await notice.fill('Sorteio no sábado.');
  const retry = main.getByRole('button', { name: 'Tentar Novamente' });
  await retryDuringOutage(retry, '/api/admin/state');
  await expect(notice).toHaveValue('Sorteio no sábado.');
  await recover();
  await retry.press('Enter');
  await expect(retry).toHaveCount(0);
  await expect(notice).toHaveValue('Sorteio no sábado.');
});

for (const { read, path, title } of [
  {
    read: '/api/admin/parked-jobs',
    path: '/admin/mensagens',
    title: 'Não foi possível carregar as tarefas paradas.',
  },
  {
    read: '/api/admin/mail-metrics',
    path: '/admin/email-automation',
    title: 'Não foi possível carregar os números dos envios.',
  },
  {
    read: '/api/admin/finance/receivables',
    path: '/admin/financeiro',
    title: 'Não foi possível carregar o que há a receber.',
  },
  {
    read: '/api/admin/person-actions',
    path: '/admin/crm',
    title: 'Não foi possível carregar as ações em lote.',
  },
  {
    read: '/api/admin/order-actions',
    path: '/admin/pedidos',
    title: 'Não foi possível carregar as ações em lote.',
  },
  {
    read: '/api/admin/finance/cash',
    path: '/admin/financeiro',
    title: 'Não foi possível carregar o caixa.',
  },
  {
    read: '/api/admin/rifas',
    path: '/admin/financeiro',
    title: 'Não foi possível carregar todas as rifas.',
  },
  {
    read: '/api/admin/order-views',
    path: '/admin/pedidos',
    title: 'Não foi possível carregar as visões da equipe.',
  },
  {
    read: '/api/desk/presence',
    path: '/admin/support',
    title: 'Não foi possível carregar quem está atendendo.',
  },
  {
    read: '/api/admin/payment-history',
    path: `/admin/pagamentos?pedido=${randomUUID()}`,
    title: 'Não foi possível carregar o histórico do pagamento.',
  },
])
  test(`offers to retry ${read} at ${path.split('?')[0]} @both`, async ({ page }) => {
    const recover = await failReads(page, read, 400);
    await openAs(page, 'admin@exemplo.com.br', path);
    const failed = page.getByRole('alert').filter({ hasText: title });
    const retry = failed.getByRole('button', { name: 'Tentar Novamente' });
    await retryDuringOutage(retry, read);
    await recover();
    // The section may have retried already.
    await page.keyboard.press('Enter');
    await expect(failed).toHaveCount(0);
  });

test('offers to retry the choices of the order filters', async ({ page }) => {
  const recover = await failReads(page, '/api/admin/order-choices', 400);
  await openAs(page, 'admin@exemplo.com.br', '/admin/pedidos');
  await page.getByRole('button', { name: /^Filtros/ }).click();
  const failed = page
    .getByRole('alert')
    .filter({ hasText: 'Não foi possível carregar as rifas e as etiquetas.' });
  const retry = failed.getByRole('button', { name: 'Tentar Novamente' });
  await retryDuringOutage(retry, '/api/admin/order-choices');
  await recover();
  await retry.press('Enter');
  await expect(failed).toHaveCount(0);
});
