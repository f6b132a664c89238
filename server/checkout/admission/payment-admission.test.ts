import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, expect, test, vi } from 'vitest';
import { createHttpApp } from '../../platform/http/http.ts';
import { createServerWithFastPath } from '../../platform/http/serve-until-drained.ts';
import { createLog } from '../../platform/log/log.ts';
import { createPaymentAdmission, PAYMENTS_PATH } from './payment-admission.ts';

const PUBLIC_URL = 'https://loja.example';

/** A shop whose payments stay in progress until the test finishes them. */
function startShop() {
  const started: { finish: () => void; fail: () => void; release: () => void; confirm: () => void }[] = [];
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const app = createHttpApp(log, PUBLIC_URL);
  const admission = createPaymentAdmission({ now: () => new Date(1_000) }, log, PUBLIC_URL);
  app.post(PAYMENTS_PATH, admission.admit);
  app.post(PAYMENTS_PATH, async (c) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    started.push({ finish: resolve, fail: () => reject(new Error('fault')), ...c.get('permit')! });
    await promise;
    return c.text('paid');
  });
  const pay = () => Promise.resolve(app.request(PAYMENTS_PATH, { method: 'POST' }));
  return { started, pay, app, admission, lines };
}

afterEach(() => vi.useRealTimers());

/** Concurrency limit at the initial throughput. */
const LIMIT = 210;

test('rejects with BUSY as declared in the contract when full', async () => {
  const { started, pay } = startShop();
  const admitted = Array.from({ length: LIMIT }, pay);
  await expect.poll(() => started).toHaveLength(LIMIT);
  const rejected = await pay();
  expect(rejected.status).toBe(503);
  expect(Object.fromEntries(rejected.headers)).toMatchObject({
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await rejected.json()).toEqual({
    defined: true,
    code: 'BUSY',
    status: 503,
    message: 'too many concurrent buyers',
    data: { retryAfterSeconds: 1 },
  });
  expect(started).toHaveLength(LIMIT);
  started.forEach(({ finish }) => finish());
  expect(new Set((await Promise.all(admitted)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('expires permits of slow senders, but never confirmed permits', async () => {
  vi.useFakeTimers();
  const { started, pay } = startShop();
  const admitted = Array.from({ length: LIMIT }, pay);
  await vi.waitFor(() => expect(started).toHaveLength(LIMIT));
  started.slice(1).forEach(({ confirm }) => confirm());
  await vi.advanceTimersByTimeAsync(60_000);
  const next = [pay(), pay()];
  expect((await next[1]!).status).toBe(503);
  await vi.waitFor(() => expect(started).toHaveLength(LIMIT + 1));
  started.forEach(({ finish }) => finish());
  expect((await next[0]!).status).toBe(200);
  await Promise.all(admitted);
});

test.each(['finish', 'fail', 'release'] as const)('frees the permit after: %s', async (ending) => {
  const { started, pay } = startShop();
  const admitted = Array.from({ length: LIMIT }, pay);
  await expect.poll(() => started).toHaveLength(LIMIT);
  expect((await pay()).status).toBe(503);
  started[0]![ending]();
  if (ending !== 'release') await admitted[0];
  const next = pay();
  await expect.poll(() => started).toHaveLength(LIMIT + 1);
  started.forEach(({ finish }) => finish());
  expect((await next).status).toBe(200);
  await Promise.all(admitted);
});

test('sends the same rejection on the fast path as on the route, and keeps the connection open', async () => {
  const { started, pay, app, admission, lines } = startShop();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const plainServer = createAdaptorServer(app) as Server;
  const createServer = createServerWithFastPath({ fetch: app.fetch, fastPath: admission.rejectFast });
  const fastServer = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  try {
    const admitted = Array.from({ length: LIMIT }, pay);
    await expect.poll(() => started).toHaveLength(LIMIT);
    lines.splice(0);
    const responses = [await send(plainServer), await send(fastServer), await send(fastServer)];
    for (const { requestId, ...response } of responses) {
      expect(requestId).toMatch(/^[\w-]{36}$/);
      expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect(response.body).toBe(responses[0]!.body);
      expect(response.headers).toEqual(responses[0]!.headers);
    }
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.map((line) => line.requestId)).toEqual(responses.map(({ requestId }) => requestId));
    for (const line of logged)
      expect(line).toMatchObject({ msg: 'request', method: 'POST', path: PAYMENTS_PATH, status: 503 });
    started.forEach(({ finish }) => finish());
    await Promise.all(admitted);
    const next = send(fastServer);
    await expect.poll(() => started).toHaveLength(LIMIT + 1);
    started.at(-1)!.finish();
    expect(await next).toMatchObject({ status: 200, body: 'paid' });
  } finally {
    agent.destroy();
    plainServer.close();
    fastServer.close();
  }

  async function send(server: Server) {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', path: PAYMENTS_PATH, method: 'POST', agent });
    sent.end('{"items":[]}'.repeat(1_000));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { date: _, 'x-request-id': requestId, ...headers } = response.headers;
    return { status: response.statusCode, headers, requestId, body: await text(response) };
  }
});
