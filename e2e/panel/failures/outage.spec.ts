/** Clicks in the panel that the server answers with 503: the dialog, its input and the focus stay. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { failNext, SHOP_UNAVAILABLE } from '../../kit/page/outage.ts';
import { bearerOf, createPerson, openAs, signInAs } from '../../kit/people/people.ts';
import { createDraft } from '../../kit/rifas/new-rifa.ts';
import { test } from '../../kit/test.ts';

test('keeps the typed name of a team view that was not saved', async ({ page }) => {
  const name = `Feira ${randomUUID().slice(0, 8)}`;
  await openAs(page, 'admin@exemplo.com.br', '/admin/pedidos?situacao=paid');
  await page.getByRole('button', { name: 'Colunas e visões' }).click();
  const field = page.getByLabel('Salvar estes filtros como');
  await field.fill(name);
  await page.getByLabel('Para toda a equipe').check();
  await failNext(page, 'PUT', '/api/admin/order-views');
  const save = page.getByRole('button', { name: 'Salvar visão' });
  await save.click();
  await expect(page.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await expect(field).toHaveValue(name);
  await save.click();
  await expect(
    page.getByRole('list', { name: 'Visões da equipe' }).getByRole('link', { name }),
  ).toBeVisible();
  await expect(field).toHaveValue('');
});

test('keeps the typed reason when suspending an affiliate fails', async ({ page, request }) => {
  const email = await createPerson(request);
  const joined = await request.post('/api/affiliates/me', { headers: await bearerOf(request, email) });
  expect(joined.ok(), await joined.text()).toBe(true);
  await openAs(page, 'admin@exemplo.com.br', `/admin/affiliates?busca=${email}`);
  await page.getByRole('button', { name: 'Suspender' }).click();
  const dialog = page.getByRole('dialog', { name: /^Suspender/ });
  const reason = dialog.getByLabel('Motivo');
  await reason.fill('Anúncio com promessa de prêmio.');
  await failNext(page, 'PUT', '/api/admin/affiliates/*/status');
  const suspend = dialog.getByRole('button', { name: 'Suspender' });
  await suspend.click();
  await expect(page.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await expect(reason).toHaveValue('Anúncio com promessa de prêmio.');
  await suspend.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Reativar' })).toBeVisible();
});

test('keeps the focus on the button when changing a ticket fails', async ({ page, request }) => {
  const opened = await request.post('/api/support-tickets', {
    headers: await bearerOf(request, await createPerson(request)),
    data: { subject: `Minha cota ${randomUUID().slice(0, 8)}`, message: 'Onde vejo?' },
  });
  const { id } = (await opened.json()) as { id: string };
  await openAs(page, 'suporte@exemplo.com.br', `/admin/support?ticket=${id}`);
  const resolve = page.getByRole('button', { name: 'Resolver' });
  await failNext(page, 'POST', '/api/desk/tickets/*/status');
  await resolve.press('Enter');
  await expect(page.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await expect(resolve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Resolvido em/)).toBeVisible();
});

test('reports a tag of a person that was not removed', async ({ page, request }) => {
  const email = await createPerson(request);
  await openAs(page, 'admin@exemplo.com.br', `/admin/crm?busca=${email}`);
  const people = page.getByRole('list', { name: 'Clientes' });
  await page.getByRole('checkbox').check();
  await page.getByLabel('Etiqueta para 1 pessoa').fill('feira');
  await page.getByRole('button', { name: 'Pôr etiqueta' }).click();
  await expect(people.getByText('feira')).toBeVisible();
  await failNext(page, 'POST', '/api/admin/people/tags');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await expect(people.getByText('feira')).toBeVisible();

  await page.goto((await people.getByRole('link').first().getAttribute('href'))!);
  const remove = page.getByRole('button', { name: 'Tirar a etiqueta feira' });
  await failNext(page, 'POST', '/api/admin/people/tags');
  await remove.click();
  await expect(page.getByText(SHOP_UNAVAILABLE)).toBeVisible();
  await remove.click();
  await expect(remove).toBeHidden();
});

test('keeps the crop of a picture that was not stored', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  const { id } = await createDraft(page.request);
  await page.goto(`/admin/rifas/${id}?passo=o-que-e`);
  const photo = join(import.meta.dirname, '../../../docs/pictures/home-desktop-light.png');
  await page.getByLabel('Adicionar foto').setInputFiles(photo);
  const dialog = page.getByRole('dialog', { name: 'Enquadrar a imagem' });
  const zoom = dialog.getByLabel('Aproximar');
  await zoom.fill('2');
  await failNext(page, 'POST', '/api/admin/pictures');
  const use = dialog.getByRole('button', { name: 'Usar esta imagem' });
  await use.click();
  await expect(dialog.getByText(SHOP_UNAVAILABLE)).toBeInViewport({ ratio: 1 });
  await expect(zoom).toHaveValue('2');
  await expect(use).toBeFocused();
  await use.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('O que a foto 2 mostra')).toBeVisible();
});
