/**
 * Throughput and latency of the API on a shop of a million orders: buyer lists, panel lists and carts, compared with a
 * bare Hono server that sends the same bytes. `npm run bench -- api`. Shares its database with `panel`; the first run
 * seeds it, which takes a minute or two.
 *
 * Options: `--orders N` in the shop (1000000); `--only TEXT` in the names of the rows; `--document` writes its part of docs/measurements.md; `--json FILE` writes
 * the rows.
 */
import type { UUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { countAnalytics } from '@mare/server/admin/analytics/count-analytics.ts';
import { aggregateSales } from '@mare/server/admin/sales/aggregate-sales.job.ts';
import { createCaches } from '@mare/server/platform/caching/caches.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import { createLog } from '@mare/server/platform/log/log.ts';
import { createSessions } from './shop/bench-sessions.ts';
import { createCleanup } from './processes/cleanup.ts';
import {
  type Endpoint,
  type Comparison,
  compareWithFloor,
  comparisonTable,
} from './http/compare-with-floor.ts';
import { describeRun, writePart } from './reporting/document.ts';
import { openLargeShop } from './shop/large-shop.ts';
import { startWebProcess } from './processes/processes.ts';
import { whole } from './reporting/report.ts';

const BROWSERS = 64;
/** Concurrent admins. */
const ADMINS = 8;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    document: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const orders = Number(options.orders);
const loadBefore = loadavg()[0]!;
const cleanup = createCleanup();
try {
  const url = await openLargeShop({ orders, users: Math.ceil(orders / 5) }, cleanup);
  const pool = connectPool({ url, max: 4 });
  cleanup.add(() => pool.end());
  const endpoints = await prepare(pool);
  // TRUSTED_PROXY_HOPS gives each browser a separate IP address, so that rate limits per address do not apply.
  const { port } = await startWebProcess(url, cleanup, { settings: { TRUSTED_PROXY_HOPS: '1' } });
  const rows = await compareWithFloor(
    endpoints
      .filter(({ name }) => name.includes(options.only))
      .map((endpoint) => ({ ...endpoint, url: `http://127.0.0.1:${port}${endpoint.url}` })),
  );
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ loadBefore, orders, rows }, null, 2)}\n`);
  if (options.document) writePart('api', compose(rows));
} finally {
  await cleanup.run();
}

/** Makes the first buyer an admin and signs all users in. @returns endpoints with URLs relative to the host */
async function prepare(pool: pg.Pool): Promise<Endpoint[]> {
  const users = await idsOf(
    pool,
    'select id from profiles order by total_points desc, id limit $1',
    BROWSERS,
  );
  const rifas = await idsOf(pool, "select id from rifas where status = 'active' order by id limit $1", 2);
  await pool.query("update profiles set role = 'admin' where id = $1", [users[0]]);
  const platform = {
    pool,
    db: connectKysely(pool),
    clock: systemClock,
    random: systemRandom,
    log: createLog('silent'),
    caches: createCaches(),
  };
  const tokens = await createSessions({ platform, pool, users });
  // The panel reads what these jobs precompute.
  await aggregateSales(platform);
  await countAnalytics(platform);
  await pool.query('analyze');
  const from = (connection: number, token?: string) => ({
    'x-forwarded-for': `203.0.113.${1 + (connection % 250)}`,
    ...(token && { authorization: `Bearer ${token}` }),
  });
  const visitor = (connection: number) => ({ headers: from(connection) });
  const buyer = (connection: number) => ({ headers: from(connection, tokens[connection % BROWSERS]) });
  const panel = (name: string, path: string): Endpoint => ({
    name: `panel: ${name}`,
    url: path,
    connections: ADMINS,
    requestOf: (connection) => ({ headers: from(connection, tokens[0]) }),
  });
  const cart = (connection: number) => ({
    headers: { ...from(connection), 'content-type': 'application/json' },
    body: JSON.stringify({
      sessionId: `anon_${'benchmark'.padEnd(22, '-')}${connection}`,
      items: rifas.map((rifaId, index) => cartItemOf(rifaId, connection * rifas.length + index)),
    }),
  });
  return [
    { name: 'rifas on sale', url: '/api/rifas', requestOf: visitor },
    { name: 'one rifa', url: `/api/rifas/${rifas[0]}`, requestOf: visitor },
    { name: 'cart sync', url: '/api/cart', method: 'PUT', requestOf: cart },
    { name: 'own orders', url: '/api/orders', requestOf: buyer },
    { name: 'own cotas', url: '/api/me/cotas', requestOf: buyer },
    panel('latest orders', '/api/admin/overview'),
    panel('orders of a rifa', `/api/admin/rifas/${rifas[0]}/buyers`),
    panel('people', '/api/admin/people'),
    panel('a person by e-mail', '/api/admin/people?search=pessoa4711%40'),
    panel('rifas', '/api/admin/rifas'),
    panel('tickets', '/api/desk/tickets'),
    panel('activity', '/api/admin/activities'),
  ];
}

async function idsOf(pool: pg.Pool, sql: string, count: number): Promise<UUID[]> {
  const { rows } = await pool.query<{ id: UUID }>(sql, [count]);
  return rows.map(({ id }) => id);
}

function cartItemOf(rifaId: string, index: number): SyncedCartItem {
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    rifaId,
    quantity: 5,
    tier: null,
    selectedNumbers: [11, 222, 3_333, 44_444, 55_555],
    addedAt: '2026-11-21T12:00:00.000Z',
    rifaTitle: 'Moto',
    rifaPriceCentavos: 200,
    rifaImage: '',
    totalNumbers: 100_000,
  };
}

function compose(rows: readonly Comparison[]): string {
  return `## The API on a large shop

${describeRun('api', loadBefore)}

A shop of ${whole(orders)} orders by ${whole(Math.ceil(orders / 5))} people, served by one web process to ${BROWSERS} concurrent browsers with separate sessions and carts, and the panel to ${ADMINS}; the floor is a bare Hono server that sends the same precompressed bytes, measured before and after each row in the same run. Load, database and web process share the machine. Every list uses an index: see \`npm run bench -- panel\`.

${comparisonTable(rows, 'what')}
`;
}
