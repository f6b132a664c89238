/** A stand without a network: numbers set aside, sold offline, sent when the network is back. */
import { expect, type Page } from '@playwright/test';
import { codeIn, messageTo } from '../../kit/people/mailbox.ts';
import { createDraft, publish } from '../../kit/rifas/new-rifa.ts';
import { expectPageChecks } from '../../kit/page/page-checks.ts';
import { bearerOf, createColleague, newPhone, openAs, signIn, signOut } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

async function setAside(page: Page, title: string, numbers: number): Promise<void> {
  await page.getByLabel('Rifa', { exact: true }).selectOption({ label: title });
  await page.getByRole('textbox', { name: 'Quantos números' }).fill(String(numbers));
  await page.getByRole('button', { name: `Reservar ${numbers} números` }).click();
  await expect(page.getByText(`${numbers} números para vender`)).toBeInViewport();
  await expect(page.getByRole('heading', { name: title })).toBeFocused();
  // The page and its files are being cached.
  await expect(page.getByText('Este celular já vende sem internet', { exact: false })).toBeVisible({
    timeout: 60_000,
  });
}

async function sell(page: Page, name: string, phone: string, plan?: string): Promise<void> {
  if (plan) await page.getByLabel('Plano').selectOption({ label: plan });
  await page.getByLabel('Nome de quem compra').fill(name);
  await page.getByLabel('Celular com DDD').fill(phone);
  await page.getByLabel(/Quem compra tem 18 anos/).check();
  await page.getByRole('button', { name: /^Recebi/ }).click();
}

/** Sets numbers aside for this phone, loses the network and sells one cota. @returns the rifa */
async function sellOneOffline(
  page: Page,
  seller: string,
  name: string,
): Promise<{ id: string; title: string }> {
  const { id, title } = await createDraft(page.request);
  await publish(page.request, id);
  await openAs(page, seller, '/balcao');
  await setAside(page, title, 10);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Vender', exact: true }).click();
  await sell(page, name, newPhone());
  await page.getByRole('button', { name: 'Voltar ao balcão' }).click();
  await expect(page.getByText('1 venda a enviar · sem internet')).toBeVisible();
  return { id, title };
}

// @covers beyond: stand without a network: numbers set aside, sold on the phone, sent once, posted as any manual
//   sale [web/app/rifas/stand/offline-stand-page.tsx, web/public/stand-sales.js]
test('sells offline, keeps the queue over a reload, and sends it when the network is back', async ({
  page,
  context,
  request,
}) => {
  const { id, title } = await createDraft(request);
  await publish(request, id);
  await openAs(page, await createColleague(request, 'seller'), '/admin');
  await page.getByRole('link', { name: 'Vender sem internet' }).click();
  await expect(page.getByRole('heading', { name: 'Balcão sem internet', level: 1 })).toBeVisible();
  await setAside(page, title, 20);
  await expectPageChecks(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('20 números para vender')).toBeVisible();
  await page.getByRole('button', { name: 'Vender', exact: true }).click();
  await expectPageChecks(page);
  await expect(page.getByText('Erro de conexão')).toHaveCount(0);
  const first = newPhone();
  await sell(
    page,
    'Zé da Feira',
    `(${first.slice(0, 2)}) ${first.slice(2)}`,
    'Bronze: 5 cotas e mais 1 de bônus',
  );
  await expect(page.getByRole('heading', { name: /Vendido: R\$\s10,00/ })).toBeVisible();
  const whatsApp = page.getByRole('link', { name: 'Mandar por WhatsApp' });
  await expect(whatsApp).toHaveAttribute('href', new RegExp(`^https://wa.me/55${first}\\?text=`));
  const reference = /pedido%2F([\w-]{24})/.exec((await whatsApp.getAttribute('href'))!)![1]!;
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Próxima venda' }).click();
  await page.getByLabel('Pagamento').selectOption({ label: 'Pix na hora' });
  await sell(page, 'Dona Lu', newPhone());
  await page.getByRole('button', { name: 'Voltar ao balcão' }).click();
  await expect(page.getByText('2 vendas a enviar · sem internet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 vendas a enviar · sem internet')).toBeVisible();
  await expect(page.getByText('13 números para vender')).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Vender', exact: true }).click();
  await page.getByRole('button', { name: 'Voltar ao balcão' }).click();

  await context.setOffline(false);
  await expect(page.getByText('Tudo enviado')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Enviada', { exact: true })).toHaveCount(2);
  await expectPageChecks(page);

  const buyers = await request.get(`/api/admin/rifas/${id}/buyers?search=Z%C3%A9&sort=newest&page=1`, {
    headers: await bearerOf(request, 'admin@exemplo.com.br'),
  });
  expect(await buyers.json()).toMatchObject({ rows: [{ name: 'Zé da Feira', cotas: 6 }] });

  const buyer = await context.browser()!.newContext();
  const shop = await buyer.newPage();
  await shop.goto(`/pedido/${reference}`);
  await expect(shop.getByText(title).first()).toBeVisible();
  await shop.goto('/meus-numeros');
  await shop.getByLabel('E-mail ou celular da compra').fill(first);
  await shop.getByRole('button', { name: 'Receber código' }).click();
  const message = await messageTo(`+55${first}`, 'ver os seus números');
  await shop.getByLabel('Código de 6 números').fill(codeIn(message));
  await shop.getByRole('button', { name: 'Ver meus números' }).click();
  await expect(shop.getByRole('heading', { name: 'Números pagos' })).toBeVisible();
  await expect(shop.getByText(title).first()).toBeVisible();
  await buyer.close();

  await page.getByRole('button', { name: 'Devolver números' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Devolver', exact: true }).click();
  await expect(page.getByText('13 números para vender')).toBeHidden();
});

test('sends the queue of a signed-out seller, and shows it to no other account', async ({
  page,
  context,
  request,
}) => {
  const { id, title } = await createDraft(request);
  await publish(request, id);
  const [seller, otherSeller] = [
    await createColleague(request, 'seller'),
    await createColleague(request, 'seller'),
  ];
  await signIn(page, seller, '/balcao');
  await setAside(page, title, 10);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Vender', exact: true }).click();
  await sell(page, 'Bia Queiroz', newPhone());
  await signOut(page);
  await expect(page.getByText('Uma venda de outra conta espera neste celular.')).toBeVisible();
  await expectPageChecks(page);

  await context.setOffline(false);
  await expect(page.getByText('Uma venda de outra conta espera neste celular.')).toBeHidden({
    timeout: 30_000,
  });
  const buyers = await request.get(`/api/admin/rifas/${id}/buyers?search=Bia&sort=newest&page=1`, {
    headers: await bearerOf(request, 'admin@exemplo.com.br'),
  });
  expect(await buyers.json()).toMatchObject({ rows: [{ name: 'Bia Queiroz', cotas: 1 }] });
  await signIn(page, otherSeller, '/balcao');
  await expect(page.getByRole('heading', { name: 'Reservar números' })).toBeVisible();
  await expect(page.getByText('Bia Queiroz')).toBeHidden();
  await signOut(page);
  await signIn(page, seller, '/balcao');
  await expect(page.getByText('Bia Queiroz')).toBeVisible();
  await expect(page.getByText('Enviada', { exact: true })).toBeVisible();
});

test('shows a rejected sale and the amount to hand back', async ({ page, context, request }) => {
  const { id } = await sellOneOffline(page, await createColleague(request, 'seller'), 'Bia Queiroz');
  // The organiser ends the stand before the phone sends.
  const headers = await bearerOf(request, 'admin@exemplo.com.br');
  const allotments = await request.get(`/api/admin/rifas/${id}/stand-allotments`, { headers });
  const [allotment] = (await allotments.json()) as { id: string }[];
  const ended = await request.post(`/api/stand/allotments/${allotment!.id}/return`, { headers, data: {} });
  expect(await ended.json()).toEqual({ freed: 10 });
  await context.setOffline(false);
  await expect(page.getByText('Não entrou', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/Devolva R\$\s2,00 a Bia Queiroz/)).toBeVisible();
  await expect(page.getByText('A administração da loja encerrou o balcão.')).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Devolvi o dinheiro' }).click();
  await expect(page.getByText('Dinheiro devolvido')).toBeVisible();
});

/** Renames a field of a queued sale on the phone, as between two versions of the page. */
function renameField(page: Page, name: string, from: string, to: string): Promise<void> {
  return page.evaluate(
    async ([buyer, before, after]) => {
      const settle = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error!));
        });
      const database = await settle(indexedDB.open('mare-stand', 1));
      const sales = database.transaction('sales', 'readwrite').objectStore('sales');
      const storedSales = await settle<{ sale: Record<string, unknown> }[]>(sales.getAll());
      const stored = storedSales.find(({ sale }) => sale.name === buyer)!;
      const { [before]: value, ...rest } = stored.sale;
      await settle(sales.put({ ...stored, sale: { ...rest, [after]: value } }));
      database.close();
    },
    [name, from, to] as const,
  );
}

// @covers beyond: stand without a network: sales stored by another version of the page stay until the shop reads them
//   [web/public/stand-sales.js]
test('keeps a sale that the shop cannot read, and sends it after the update', async ({
  page,
  context,
  request,
}) => {
  const { id } = await sellOneOffline(page, await createColleague(request, 'seller'), 'Ivo Antigo');
  await renameField(page, 'Ivo Antigo', 'phone', 'telephone');
  await page.getByRole('button', { name: 'Vender', exact: true }).click();
  await sell(page, 'Lia Nova', newPhone());
  await page.getByRole('button', { name: 'Voltar ao balcão' }).click();
  await context.setOffline(false);
  await expect(page.getByText('Enviada', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('1 venda a enviar')).toBeVisible();
  await expect(
    page.getByText(/A loja não conseguiu ler esta venda.*devolva R\$\s2,00 a Ivo Antigo/),
  ).toBeVisible();
  await expect(page.getByText('Não entrou', { exact: true })).toHaveCount(0);
  await expectPageChecks(page);

  await renameField(page, 'Ivo Antigo', 'telephone', 'phone');
  await page.getByRole('button', { name: 'Enviar agora' }).click();
  await expect(page.getByText('Tudo enviado')).toBeVisible({ timeout: 30_000 });
  const buyers = await request.get(`/api/admin/rifas/${id}/buyers?search=Antigo&sort=newest&page=1`, {
    headers: await bearerOf(request, 'admin@exemplo.com.br'),
  });
  expect(await buyers.json()).toMatchObject({ rows: [{ name: 'Ivo Antigo', cotas: 1 }] });
});

// @covers beyond: stand without a network: the queue goes out from the background after the page was closed
//   [web/public/stand-sales.js]
test('sends the queue after the page was closed', async ({ page, context, request }) => {
  const { id } = await sellOneOffline(page, await createColleague(request, 'seller'), 'Rui Feitosa');
  // A page without the shop's scripts, so that only the worker can send.
  const blankPage = await context.newPage();
  const devtools = await context.newCDPSession(blankPage);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await page.close();
  const sync = async () =>
    devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin: new URL(page.url()).origin,
      registrationId: await registered,
      tag: 'stand-sales',
      lastChance: false,
    });
  const bought = async () => {
    const buyers = await request.get(`/api/admin/rifas/${id}/buyers?search=Feitosa&sort=newest&page=1`, {
      headers: await bearerOf(request, 'admin@exemplo.com.br'),
    });
    return ((await buyers.json()) as { rows: { name: string }[] }).rows.map(({ name }) => name);
  };
  await sync();
  expect(await bought()).toEqual([]);
  await context.setOffline(false);
  await sync();
  await expect.poll(bought).toEqual(['Rui Feitosa']);
});

test('lets another phone take over the numbers, and accepts a late sale of the first', async ({
  page,
  context,
  request,
  browser,
}) => {
  const seller = await createColleague(request, 'seller');
  const { title } = await sellOneOffline(page, seller, 'Bia Queiroz');

  const otherPhone = await browser.newContext({
    serviceWorkers: 'allow',
    viewport: { width: 360, height: 740 },
  });
  const phone = await otherPhone.newPage();
  await openAs(phone, seller, '/balcao');
  await phone.getByRole('button', { name: 'Trazer para este celular' }).click();
  const dialog = phone.getByRole('dialog');
  await expectPageChecks(phone);
  await dialog.getByRole('button', { name: 'Trazer', exact: true }).click();
  await expect(phone.getByText('10 números para vender')).toBeVisible();
  await expect(phone.getByRole('heading', { name: title })).toBeFocused();
  await expect(phone.getByText('Em outro aparelho')).toBeHidden();

  await context.setOffline(false);
  await expect(page.getByText('Enviada', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Os números foram para outro celular.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Vender', exact: true })).toBeHidden();
  await expectPageChecks(page);
  await phone.reload();
  await expect(phone.getByText('9 números para vender')).toBeVisible();
  await otherPhone.close();
});
