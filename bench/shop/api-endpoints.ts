/** Requests of `api` and `growth` to a large shop. */
import type { UUID } from 'node:crypto';
import type pg from 'pg';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import { connectKysely } from '@mare/database/connection/connect.ts';
import { countAnalytics } from '@mare/server/admin/analytics/count-analytics.ts';
import { aggregateSales } from '@mare/server/admin/sales/aggregate-sales.job.ts';
import { createCaches } from '@mare/server/platform/caching/caches.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import { createLog } from '@mare/server/platform/log/log.ts';
import type { Endpoint } from '../http/compare-with-floor.ts';
import { createSessions } from './bench-sessions.ts';

export const BROWSERS = 64;
/** Concurrent admins. */
export const ADMINS = 8;

/** Makes the first buyer an admin and signs all users in. @returns endpoints with URLs relative to the host */
export async function prepareEndpoints(pool: pg.Pool): Promise<Endpoint[]> {
  const users = await readIds(
    pool,
    'select id from profiles order by total_points desc, id limit $1',
    BROWSERS,
  );
  const rifas = await readIds(pool, "select id from rifas where status = 'active' order by id limit $1", 2);
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
  const headersOf = (connection: number, token?: string) => ({
    'x-forwarded-for': `203.0.113.${1 + (connection % 250)}`,
    ...(token && { authorization: `Bearer ${token}` }),
  });
  const visitor = (connection: number) => ({ headers: headersOf(connection) });
  const buyer = (connection: number) => ({ headers: headersOf(connection, tokens[connection % BROWSERS]) });
  const panel = (name: string, path: string): Endpoint => ({
    name: `panel: ${name}`,
    url: path,
    connections: ADMINS,
    requestOf: (connection) => ({ headers: headersOf(connection, tokens[0]) }),
  });
  const cart = (connection: number) => ({
    headers: { ...headersOf(connection), 'content-type': 'application/json' },
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

async function readIds(pool: pg.Pool, sql: string, count: number): Promise<UUID[]> {
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
