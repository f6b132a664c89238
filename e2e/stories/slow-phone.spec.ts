/** A new buyer opens a link from a chat, on a slow phone that goes offline twice. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { newCpf, newEmail, newPhone } from '../kit/people/people.ts';
import { payInBank, readOrder } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

/** Kilobytes per second and milliseconds, as on a full 3G cell. */
const SLOW = { downloadThroughput: 200_000, uploadThroughput: 60_000, latency: 300 };

test('leads a buyer with a slow phone from a chat to the picture she shares', async ({
  browser,
  request,
}, info) => {
  const rifa = await createRifa(request, { totalNumbers: 100, regulation: 'Regulamento de teste.' });
  const { shortCode } = (await (await request.get(`/api/rifas/${rifa.id}`)).json()) as { shortCode: string };
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const { setOffline } = await emulateSlowPhone(page);

  await page.goto(`/r/${shortCode}`);
  await page.getByRole('button', { name: /^Participar ·/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Nome completo').fill('Ana Beatriz Souza');
  await sheet.getByLabel('Celular com DDD').fill(newPhone());
  await sheet.getByLabel('E-mail').fill(newEmail());
  await sheet.getByLabel('CPF').fill(newCpf());
  await sheet.getByLabel('Data de nascimento').fill('04111992');
  await sheet.getByLabel('Cidade onde você mora').selectOption('Maceió');

  const regulation = sheet.getByRole('checkbox', { name: /regulamento/ });
  await sheet.getByRole('button', { name: 'Falta aceitar o regulamento' }).click();
  await expect(regulation).toBeFocused();
  await regulation.press('Space');
  await expect(sheet.getByRole('button', { name: 'Falta aceitar o regulamento' })).toHaveCount(0);

  // The phone goes offline during the click: the page shows a notice and keeps her input.
  await setOffline(true);
  const pay = sheet.getByRole('button', { name: 'Pagar com Pix' });
  await pay.click();
  await expect(sheet.getByText(/^Sem conexão\. O que você preencheu fica aqui\./)).toBeInViewport({
    ratio: 1,
  });
  await expect(sheet.getByLabel('Data de nascimento')).toHaveValue('04/11/1992');
  await setOffline(false);
  const ordered = page.waitForResponse('**/api/checkout/payments');
  const orderReadReleased = Promise.withResolvers<void>();
  await page.route('**/api/orders/*', async (route) => {
    await orderReadReleased.promise;
    await route.continue();
  });
  await pay.click();
  const { external_reference: reference } = (await (await ordered).json()) as { external_reference: string };

  // The network fails again right after the order is placed. The page shows the Pix code after it recovers.
  await setOffline(true);
  orderReadReleased.resolve();
  await expect(sheet.getByText(/^Sem conexão\./)).toBeVisible();
  await page.unroute('**/api/orders/*');
  await setOffline(false);
  await expect(sheet.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();

  // She pays in her bank's app. The shop's page shows the payment once the network is back.
  await setOffline(true);
  await payInBank(request, reference);
  await setOffline(false);
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeVisible();
  const { items } = await readOrder(request, reference);
  await expect(sheet.getByRole('list', { name: 'Números' }).getByRole('listitem')).toHaveCount(
    items[0]!.selectedNumbers.length,
  );
  await setOffline(true);
  await expect(sheet.getByText(/^Sem conexão\./)).toBeVisible();
  await setOffline(false);
  await expect(sheet.getByText(/^Sem conexão\./)).toBeHidden();

  const picture = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Stories' }).click();
  const png = await readFile(await (await picture).path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1920]);

  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
  await context.close();
});

async function emulateSlowPhone(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const setOffline = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', { ...SLOW, offline });
  await devtools.send('Network.enable');
  await setOffline(false);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 2 });
  return { setOffline };
}
