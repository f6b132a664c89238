/** Counts the queries of reads by a signed-in person. Unlike times, the count does not depend on the machine. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { recordStatements, type SentStatement } from '@mare/database/testing/statements.testing.ts';
import { serveApi } from '../endpoints/api-handler.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { createHttpApp } from '../platform/http/http.ts';
import { createLog } from '../platform/log/log.ts';
import { type DemoShop, startDemoShop } from './demo-shop.testing.ts';

/** The authentication, which concurrent requests share, and the read itself. */
const MAX_STATEMENTS = 2;

/** Reads that the site makes for a signed-in buyer: pages, dashboard and cart. */
const FREQUENT_READS = [
  '/api/me',
  '/api/me/cart',
  '/api/me/cotas',
  '/api/me/cotas?page=2',
  '/api/me/open-orders',
  '/api/notifications',
  '/api/notifications?filter=unread',
  '/api/notifications/unread',
  '/api/orders',
  '/api/orders?before=2026-01-01T00:00:00.000Z',
];

let shop: DemoShop;
let stop: () => Promise<void>;
let statements: SentStatement[];
let read: (path: string) => Promise<Response>;
let draw: (path: string) => Promise<Response>;
beforeAll(async () => {
  const log = createLog('silent');
  shop = await startDemoShop(log);
  // A pool without the statements of the shop's background work.
  const pool = connectPool({ url: shop.url, max: 4 });
  const platform = { ...shop.platform, pool, db: connectKysely(pool), caches: createCaches() };
  const api = createHttpApp(log);
  serveApi(api, platform, shop.router);
  const token = await shop.signIn('maria@exemplo.com.br', 'maria123');
  const authorization = `Bearer ${token}`;
  read = async (path) => api.request(path, { headers: { authorization } });
  draw = async (path) =>
    api.request(path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ quantity: 3 }),
    });
  // The first request reads the signing keys.
  await read('/api/me/cart');
  statements = recordStatements(pool);
  stop = () => pool.end();
});
afterAll(async () => {
  await stop();
  await shop.stop();
});

async function addRifaOnSale(): Promise<string> {
  const { id } = await shop.platform.db
    .selectFrom('rifas')
    .select('id')
    .where('status', '=', 'active')
    .where('pausedAt', 'is', null)
    .where('salesEndAt', '>', new Date())
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

test.each(FREQUENT_READS)('%s takes at most two statements, prepared by name', async (path) => {
  statements.length = 0;
  const response = await read(path);
  expect(response.status).toBe(200);
  expect(statements.slice(MAX_STATEMENTS)).toEqual([]);
  expect(statements.filter(({ name }) => name === null)).toEqual([]);
});

test('reads a rifa, which is the same for every caller, by one statement without authentication', async () => {
  const path = `/api/rifas/${await addRifaOnSale()}`;
  statements.length = 0;
  expect((await read(path)).status).toBe(200);
  expect(statements).toHaveLength(1);
});

test('draws numbers by two statements: the rifa, and pages with free numbers', async () => {
  const path = `/api/rifas/${await addRifaOnSale()}/numbers`;
  // The first request reads the key of the rifa's numbers.
  await draw(path);
  statements.length = 0;
  expect((await draw(path)).status).toBe(200);
  expect(statements).toHaveLength(2);
});

test('shares the statements of concurrent reads of orders and cotas', async () => {
  statements.length = 0;
  await Promise.all(
    Array.from({ length: 20 }, () => Promise.all([read('/api/orders'), read('/api/me/cotas')])),
  );
  // Half of the statements of forty separate requests.
  expect(statements.length).toBeLessThanOrEqual(40);
});

test('shares one statement between concurrent order pages, and returns each its own order', async () => {
  const orders = await shop.platform.db
    .selectFrom('orders')
    .select('externalReference')
    .orderBy('createdAt')
    .limit(20)
    .execute();
  const references = [
    ...orders.map(({ externalReference }) => externalReference),
    'no-order-has-this-reference',
  ];
  statements.length = 0;
  const pages = await Promise.all(references.map((reference) => read(`/api/orders/${reference}`)));
  const shared = statements.filter(({ text }) => text.includes('as own on own.external_reference'));
  // At most two batches run at the same time; requests that arrive during one join the next.
  expect(shared.length).toBeGreaterThan(0);
  expect(shared.length).toBeLessThanOrEqual(3);
  expect(shared.filter(({ name }) => name === null)).toEqual([]);
  const settled = statements.filter(({ text }) => text.includes('as "leftOut"'));
  expect(settled.length).toBeGreaterThan(0);
  expect(settled.length).toBeLessThanOrEqual(3);
  expect(pages.at(-1)!.status).toBe(404);
  const responses = await Promise.all(pages.slice(0, -1).map((page) => page.json()));
  expect(responses.map(({ externalReference }) => externalReference)).toEqual(references.slice(0, -1));
});
