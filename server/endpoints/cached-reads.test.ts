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
let rifaId: string;

beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
  services = createServices(service.platform);
  app = createApp(service.platform);
  rifaId = await addRifa(service.platform.db, 100);
});
afterAll(async () => {
  await services.stop();
  await service.stop();
});

function createApp(platform: Platform): HttpApp {
  const served = createHttpApp(platform.log);
  serveApi(served, platform, createRouter(services), { cachesReads: true });
  return served;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { 'accept-encoding': 'br', ...headers } });

async function renameRifa(title: string): Promise<void> {
  await service.platform.db.updateTable('rifas').set({ title }).where('id', '=', rifaId).execute();
}

test('shows visitors a change within 400 ms', async () => {
  const readTitle = async () =>
    ((await (await app.request(`/api/rifas/${rifaId}`)).json()) as { title: string }).title;
  await renameRifa('Moto');
  service.clock.advance(1);
  expect(await readTitle()).toBe('Moto');
  await renameRifa('Carro');
  expect(await readTitle()).toBe('Moto');
  service.clock.advance(0.4);
  expect(await readTitle()).toBe('Carro');
});

test('shows a change to a signed-in caller immediately', async () => {
  const { data } = await service
    .newClient()
    .signUp({ email: 'ana@exemplo.com.br', password: 'Mare-alta-2026' });
  const headers = { authorization: `Bearer ${data.session!.access_token}` };
  const readTitle = async () =>
    ((await (await app.request(`/api/rifas/${rifaId}`, { headers })).json()) as { title: string }).title;
  await renameRifa('Moto');
  expect(await readTitle()).toBe('Moto');
  await renameRifa('Casa');
  expect(await readTitle()).toBe('Casa');
});

test('responds 304 to a matching ETag until the content changes', async () => {
  await renameRifa('Moto');
  service.clock.advance(1);
  const first = await get(`/api/rifas/${rifaId}`);
  expect(first.headers.get('content-type')).toMatch('application/json');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const known = { 'if-none-match': first.headers.get('etag')! };
  expect((await get(`/api/rifas/${rifaId}`, known)).status).toBe(304);
  await renameRifa('Barco');
  service.clock.advance(1);
  expect((await get(`/api/rifas/${rifaId}`, known)).status).toBe(200);
});

test('finds a rifa created after a 404', async () => {
  const draft = await addRifa(service.platform.db, 100, { status: 'draft' });
  const path = `/api/rifas/${draft}`;
  expect((await get(path)).status).toBe(404);
  await service.platform.db.updateTable('rifas').set({ status: 'active' }).where('id', '=', draft).execute();
  service.clock.advance(1);
  expect((await get(path)).status).toBe(200);
});

test('does not cache a failure', async () => {
  const pool = connectPool({ url: 'postgres://nobody@127.0.0.1:1/none' });
  const caches = createCaches();
  const platform = { ...service.platform, pool, db: connectKysely(pool), caches };
  const unreachableApp = createApp(platform);
  const first = await unreachableApp.request('/api/rifas');
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2']);
  platform.db = service.platform.db;
  expect((await unreachableApp.request('/api/rifas')).status).toBe(200);
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
