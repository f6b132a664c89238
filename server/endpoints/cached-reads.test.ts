/** Anonymous public reads from the cache, as the site serves them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { startAuthService, type TestAuthService } from '../accounts/accounts.testing.ts';
import { serveApi } from './api-handler.ts';
import { isCachedRead, isSameForAll } from './cached-reads.ts';
import { addRifa } from '../orders/orders.testing.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { createHttpApp, type HttpApp } from '../platform/http/http.ts';
import type { Platform } from '../platform/platform.ts';
import { createRouter } from '../composition/router.ts';
import { createServices, type Services } from '../composition/services.ts';
import { JOBS } from '../composition/worker.ts';

let service: TestAuthService;
let services: Services;
let app: HttpApp;
let rifa: string;

beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
  services = createServices(service.platform);
  app = serve(service.platform);
  rifa = await addRifa(service.platform.db, 100);
});
afterAll(async () => {
  await services.stop();
  await service.stop();
});

function serve(platform: Platform): HttpApp {
  const served = createHttpApp(platform.log);
  serveApi(served, platform, createRouter(services), { cachesReads: true });
  return served;
}

const read = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { 'accept-encoding': 'br', ...headers } });

async function rename(title: string): Promise<void> {
  await service.platform.db.updateTable('rifas').set({ title }).where('id', '=', rifa).execute();
}

test('shows visitors a change within 400 ms', async () => {
  const titleOf = async () =>
    ((await (await app.request(`/api/rifas/${rifa}`)).json()) as { title: string }).title;
  await rename('Moto');
  service.clock.advance(1);
  expect(await titleOf()).toBe('Moto');
  await rename('Carro');
  expect(await titleOf()).toBe('Moto');
  service.clock.advance(0.4);
  expect(await titleOf()).toBe('Carro');
});

test('shows a change to a signed-in caller immediately', async () => {
  const { data } = await service
    .newClient()
    .signUp({ email: 'ana@exemplo.com.br', password: 'Mare-alta-2026' });
  const headers = { authorization: `Bearer ${data.session!.access_token}` };
  const titleOf = async () =>
    ((await (await app.request(`/api/rifas/${rifa}`, { headers })).json()) as { title: string }).title;
  await rename('Moto');
  expect(await titleOf()).toBe('Moto');
  await rename('Casa');
  expect(await titleOf()).toBe('Casa');
});

test('responds 304 to a matching ETag until the content changes', async () => {
  await rename('Moto');
  service.clock.advance(1);
  const first = await read(`/api/rifas/${rifa}`);
  expect(first.headers.get('content-type')).toMatch('application/json');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const known = { 'if-none-match': first.headers.get('etag')! };
  expect((await read(`/api/rifas/${rifa}`, known)).status).toBe(304);
  await rename('Barco');
  service.clock.advance(1);
  expect((await read(`/api/rifas/${rifa}`, known)).status).toBe(200);
});

test('finds a rifa created after a 404', async () => {
  const draft = await addRifa(service.platform.db, 100, { status: 'draft' });
  const path = `/api/rifas/${draft}`;
  expect((await read(path)).status).toBe(404);
  await service.platform.db.updateTable('rifas').set({ status: 'active' }).where('id', '=', draft).execute();
  service.clock.advance(1);
  expect((await read(path)).status).toBe(200);
});

test('does not cache a failure', async () => {
  const pool = connectPool({ url: 'postgres://nobody@127.0.0.1:1/none' });
  const caches = createCaches();
  const platform = { ...service.platform, pool, db: connectKysely(pool), caches };
  const away = serve(platform);
  const first = await away.request('/api/rifas');
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2']);
  platform.db = service.platform.db;
  expect((await away.request('/api/rifas')).status).toBe(200);
  await pool.end();
});

test.each([
  ['/api/rifas', true],
  [`/api/rifas/${randomUUID()}`, true],
  ['/api/winners?page=2', true],
  ['/api/ranking/mine', false],
  [`/api/rifas/${randomUUID()}/participation`, false],
  ['/api/me', false],
  ['/api/rifas/a/b/c', false],
  [`/api/winners?page=${'1'.repeat(200)}`, false],
])('whether an anonymous read of %s may be cached: %s', (url, expected) => {
  expect(isCachedRead({ url, headers: {} })).toBe(expected);
  expect(isCachedRead({ url, headers: { authorization: 'Bearer x' } })).toBe(false);
});

test.each([
  ['GET', '/api/rifas', true],
  ['GET', `/api/rifas/${randomUUID()}`, true],
  ['POST', `/api/rifas/${randomUUID()}/numbers`, true],
  ['GET', `/api/rifas/${randomUUID()}/free-numbers`, true],
  ['POST', `/api/rifas/${randomUUID()}`, false],
  ['GET', `/api/rifas/${randomUUID()}/participation`, false],
  ['PUT', '/api/cart', false],
])('whether %s %s is answered without authenticating: %s', (method, path, expected) => {
  expect(isSameForAll({ method, path })).toBe(expected);
});
