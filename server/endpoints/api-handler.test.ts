import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { startAuthService, type TestAuthService } from '../accounts/accounts.testing.ts';
import { serveApi } from './api-handler.ts';
import { createLiveDraws } from '../draws/audience/live-draws.ts';
import { createLiveNotifications } from '../notifications/live-notifications.ts';
import { addRifa } from '../orders/orders.testing.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { createPayments, type Payments } from '../payments/payments.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { createHttpApp, type HttpApp } from '../platform/http/http.ts';
import { createRouter } from '../composition/router.ts';
import type { Services } from '../composition/services.ts';

let service: TestAuthService;
let payments: Payments;
let fullWriter: OrderBatchWriter;
let services: Services;
let app: HttpApp;
let token: string;

beforeAll(async () => {
  service = await startAuthService();
  payments = createPayments(service.platform);
  fullWriter = createOrderBatchWriter(service.platform, { capacity: 0 });
  app = createHttpApp(service.platform.log);
  services = {
    orderBatchWriter: fullWriter,
    payments,
    liveNotifications: createLiveNotifications(service.platform),
    liveDraws: createLiveDraws(service.platform),
    endStreams: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  serveApi(app, service.platform, createRouter(services));
  const { data } = await service
    .newClient()
    .signUp({ email: 'ana@exemplo.com.br', password: 'Mare-alta-2026' });
  token = data.session!.access_token;
});
afterAll(async () => {
  await payments.stop();
  await fullWriter.close();
  await service.stop();
});

function pay(rifaId: string) {
  return app.request('/api/checkout/payments', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      items: [{ title: 'Moto', quantity: 1, price: 2, selected_numbers: [], rifaId }],
      customerInfo: {
        name: 'Ana Beatriz Souza',
        email: 'ana@exemplo.com.br',
        city: 'Maceió',
        state: 'AL',
        birthDate: '1992-11-04',
        cpf: '529.982.247-25',
      },
      rifaId,
      acceptedTerms: TERMS.version,
    }),
  });
}

test('responds 503 with Retry-After while the database is unavailable', async () => {
  const pool = connectPool({ url: 'postgres://nobody@127.0.0.1:1/none' });
  const unreachableApp = createHttpApp(service.platform.log);
  const platform = { ...service.platform, pool, db: connectKysely(pool), caches: createCaches() };
  serveApi(unreachableApp, platform, createRouter(services));
  const authorization = `Bearer ${token}`;
  for (const headers of [{}, { authorization }] as Record<string, string>[]) {
    const response = await unreachableApp.request('/api/rifas', { headers });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  }
  await pool.end();
});

test.each([
  ['has a full disk', '53100'],
  ['is out of memory', '53200'],
  ['is read-only', '25006'],
])('responds 503 with Retry-After while the database %s', async (_, state) => {
  const { pool } = service.platform;
  await pool.query(`
    create function reject_write() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = '${state}'; end $$;
    create trigger reject_write before insert or update on profiles execute function reject_write()`);
  const person = { name: 'Ana', phone: null, cpf: null, city: null, state: null, birthDate: null };
  const saved = await app.request('/api/me', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  await pool.query('drop function reject_write cascade');
  expect([saved.status, saved.headers.get('retry-after')]).toEqual([503, '2']);
});

test('rejects cross-site requests that change state', async () => {
  const requestFrom = (site: string, method: string) =>
    app.request('/api/newsletter', { method, headers: { 'sec-fetch-site': site } });
  expect((await requestFrom('cross-site', 'POST')).status).toBe(403);
  expect((await requestFrom('same-origin', 'POST')).status).not.toBe(403);
  expect((await requestFrom('cross-site', 'GET')).status).not.toBe(403);
});

test('ignores role and other protected fields in user input', async () => {
  const authorization = `Bearer ${token}`;
  const protectedFields = { role: 'admin', needsSecondFactor: false, totalSpent: 1, segment: 'vip' };
  const person = { name: 'Ana Souza', phone: null, cpf: null, city: null, state: null, birthDate: null };
  await app.request('/api/me', {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, ...protectedFields }),
  });
  await service.newClient().signUp({
    email: 'bia@exemplo.com.br',
    password: 'Mare-alta-2026',
    options: { data: { ...protectedFields, name: 'Bia' } },
  });
  const people = await service.platform.db
    .selectFrom('profiles')
    .select(['name', 'role', 'segment', 'totalSpent'])
    .orderBy('name')
    .execute();
  expect(people).toEqual(
    ['Ana Souza', 'Bia'].map((name) => ({ name, role: 'buyer', segment: 'new', totalSpent: '0.00' })),
  );
});

test('rejects text with NUL', async () => {
  const response = await app.request('/api/me/push-subscription', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: '\0' }),
  });
  expect(response.status).toBe(400);
});

test('rejects with BUSY past capacity and TOO_MANY_REQUESTS past a limit, with Retry-After', async () => {
  const rifaId = await addRifa(service.platform.db, 100);
  const busy: Response[] = [];
  let response = await pay(rifaId);
  for (; response.status !== 429 && busy.length < 100; response = await pay(rifaId)) busy.push(response);
  const limited = response;
  expect(busy.length).toBeGreaterThan(0);
  for (const { status, headers } of busy)
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      503,
      '2',
      'no-store',
    ]);
  expect(await busy[0]!.json()).toMatchObject({ code: 'BUSY', data: { retryAfterSeconds: 2 } });
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await limited.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('sends no Retry-After with other errors', async () => {
  const response = await app.request('/api/checkout/payments', { method: 'POST' });
  expect(response.headers.get('retry-after')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('forbids scripts in API responses, also in errors', async () => {
  for (const path of ['/api/rifas', '/api/me']) {
    const { headers } = await app.request(path);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  }
});

test('shows the API as a page that needs no script', async () => {
  const page = await app.request('/api/docs');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  const html = await page.text();
  expect(html).not.toMatch(/<script|<style|\son\w+=|https?:\/\/(?!json-schema)/i);
  expect(html).toContain('POST /checkout/payments');
  expect(html).toContain('href="/api/docs.css"');
  const { paths } = (await (await app.request('/api/openapi.json')).json()) as {
    paths: Record<string, object>;
  };
  const operations = Object.values(paths).flatMap((item) => Object.keys(item));
  expect(html.match(/<details>/g)).toHaveLength(operations.length);
  expect((await app.request('/api/docs.css')).headers.get('content-type')).toContain('text/css');
});

test('forbids caching of every API response, including errors before routing', async () => {
  const responses = [
    await app.request('/api/none'),
    await app.request('/api/me'),
    await app.request('/api/cart/sync', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }),
    await app.request('/api/cart/sync', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([404, 401, 403, 413]);
  expect(responses.map(({ headers }) => headers.get('cache-control'))).toEqual(
    responses.map(() => 'no-store'),
  );
});

test('allows no other origin, unlike the auth service', async () => {
  const headers = { origin: 'https://mal.example', 'access-control-request-method': 'POST' };
  const allowed = ['access-control-allow-origin', 'access-control-allow-credentials'];
  const apiResponse = await app.request('/api/cart/sync', { method: 'OPTIONS', headers });
  expect(allowed.map((name) => apiResponse.headers.get(name))).toEqual([null, null]);
  const authResponse = await fetch(`${service.url}/token`, { method: 'OPTIONS', headers });
  expect(allowed.map((name) => authResponse.headers.get(name))).toEqual(['*', null]);
});
