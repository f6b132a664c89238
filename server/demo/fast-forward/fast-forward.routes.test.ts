import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DemoShop, startDemoShop } from '../../integration/demo-shop.testing.ts';
import { isBalanced, readLedger } from '../../ledger/read-ledger.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import { createRouter } from '../../composition/router.ts';
import { createServices } from '../../composition/services.ts';
import { createServerApp } from '../../composition/web-app.ts';
import { FAST_FORWARD_PATH } from './fast-forward.routes.ts';

/** The first two and the last are drawn on the same Wednesday; the third is on sale until later. */
const [KITCHEN, BASKET, PHONE, TELEVISION] = ['005', '009', '003', '011'].map(
  (end) => `5e000000-0000-4000-8000-000000000${end}`,
);

let shop: DemoShop;
beforeAll(async () => {
  shop = await startDemoShop(createLog('silent'));
  await falsifyList(TELEVISION!);
});
afterAll(() => shop.stop());

/** Falsifies the list like an operator who owns the database. */
async function falsifyList(rifaId: string): Promise<void> {
  await shop.platform.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update draw_list_chunks set body = '\\x00' where rifa_id = ${rifaId}`.execute(trx);
  });
}

const advance = (rifa: string) =>
  shop.app.request(FAST_FORWARD_PATH, { method: 'POST', body: new URLSearchParams({ rifa }) });

async function statusesOf(ids: readonly (string | undefined)[]) {
  const rows = await shop.platform.db.selectFrom('rifas').select(['id', 'status']).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
}

test('does not exist outside the demonstration', async () => {
  vi.stubEnv('AUTH_SECRET', 'a-secret-of-a-shop-outside-the-demonstration');
  const config = readConfig({
    DEMO: '0',
    DATABASE_URL: shop.url,
    DATA_DIR: shop.platform.config.dataDir,
    PUBLIC_URL: 'https://rifas.exemplo.com.br',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'loja@exemplo.com.br',
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-none',
    MERCADOPAGO_WEBHOOK_SECRETS: 'a-secret-of-the-webhooks-of-a-shop',
  });
  const platform = { ...shop.platform, config };
  const services = createServices(platform);
  try {
    const { app } = await createServerApp(platform, services, createRouter(services));
    for (const method of ['GET', 'POST'])
      expect((await app.request(FAST_FORWARD_PATH, { method })).status).toBe(404);
  } finally {
    await services.stop();
    vi.unstubAllEnvs();
  }
});

test.each(['', 'x', '5e000000-0000-4000-8000-0000000000ff'])('rejects the rifa %j', async (rifa) => {
  const response = await advance(rifa);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('Esta rifa não espera sorteio');
});

test('draws the rifa and the due ones, and no other', async () => {
  expect(await statusesOf([KITCHEN, BASKET, PHONE])).toEqual(['active', 'active', 'active']);
  const page = await (await advance(BASKET!)).text();
  expect(page).toContain('Pronto: o sorteio pode ser conferido');
  expect(page).toContain('não foi sorteada: a lista guardada não é a que foi lacrada');
  expect(await statusesOf([KITCHEN, BASKET, PHONE])).toEqual(['completed', 'completed', 'active']);
  const { db } = shop.platform;
  const { sealedAt, extractionDate } = await db
    .selectFrom('drawSeals')
    .select(['sealedAt', 'extractionDate'])
    .where('rifaId', '=', BASKET!)
    .executeTakeFirstOrThrow();
  expect(sealedAt.getTime()).toBeLessThan(new Date(`${extractionDate}T19:00:00-03:00`).getTime());
  expect(isBalanced(await readLedger(db))).toBe(true);
  const list = await (await shop.app.request(FAST_FORWARD_PATH)).text();
  expect(list).not.toContain(BASKET);
  expect(list).toContain(PHONE);
});

test('draws once for two concurrent requests', async () => {
  const [first, second] = await Promise.all([advance(PHONE!), advance(PHONE!)]);
  for (const response of [first, second]) expect(await response.text()).toContain('Pronto');
  const { db } = shop.platform;
  const draws = await db.selectFrom('draws').select('version').where('rifaId', '=', PHONE!).execute();
  expect(draws).toEqual([{ version: 1 }]);
});

test('does not report a rifa as drawn if its list differs from the sealed one', async () => {
  const page = await (await advance(TELEVISION!)).text();
  expect(page).toContain('Este sorteio não confere, e espera até a lista lacrada voltar.');
  expect(page).not.toContain('Pronto');
  expect(await statusesOf([TELEVISION])).toEqual(['closed']);
});
