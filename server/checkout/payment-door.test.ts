import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, expect, test, vi } from 'vitest';
import { createHttpApp } from '../platform/http/http.ts';
import { answeringFirst } from '../platform/http/serve-until-drained.ts';
import { createLog } from '../platform/log/log.ts';
import { createPaymentDoor, PAYMENTS_PATH } from './payment-door.ts';

const PUBLIC_URL = 'https://loja.example';

/** A shop in which every payment waits until it is let go on. */
function openShop() {
  const begun: { goOn: () => void; fail: () => void; leave: () => void; begin: () => void }[] = [];
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const app = createHttpApp(log, PUBLIC_URL);
  const door = createPaymentDoor({ now: () => new Date(1_000) }, log, PUBLIC_URL);
  app.post(PAYMENTS_PATH, door.enter);
  app.post(PAYMENTS_PATH, async (c) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    begun.push({ goOn: resolve, fail: () => reject(new Error('fault')), ...c.get('place')! });
    await promise;
    return c.text('paid');
  });
  const pay = () => Promise.resolve(app.request(PAYMENTS_PATH, { method: 'POST' }));
  return { begun, pay, app, door, lines };
}

afterEach(() => vi.useRealTimers());

/** Those let in at once before the process knows its pace. */
const INSIDE = 210;

test('who comes to a full shop is told so at once, as the contract says it', async () => {
  const { begun, pay } = openShop();
  const inside = Array.from({ length: INSIDE }, pay);
  await expect.poll(() => begun).toHaveLength(INSIDE);
  const refused = await pay();
  expect(refused.status).toBe(503);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await refused.json()).toEqual({
    defined: true,
    code: 'BUSY',
    status: 503,
    message: 'too many buyers at once',
    data: { retryAfterSeconds: 1 },
  });
  expect(begun).toHaveLength(INSIDE);
  begun.forEach(({ goOn }) => goOn());
  expect(new Set((await Promise.all(inside)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('whoever sends slowly holds no place, and who has begun keeps it however long it takes', async () => {
  vi.useFakeTimers();
  const { begun, pay } = openShop();
  const inside = Array.from({ length: INSIDE }, pay);
  await vi.waitFor(() => expect(begun).toHaveLength(INSIDE));
  begun.slice(1).forEach(({ begin }) => begin());
  await vi.advanceTimersByTimeAsync(60_000);
  const next = [pay(), pay()];
  expect((await next[1]!).status).toBe(503);
  await vi.waitFor(() => expect(begun).toHaveLength(INSIDE + 1));
  begun.forEach(({ goOn }) => goOn());
  expect((await next[0]!).status).toBe(200);
  await Promise.all(inside);
});

test.each(['goOn', 'fail', 'leave'] as const)('a place is free again after: %s', async (way) => {
  const { begun, pay } = openShop();
  const inside = Array.from({ length: INSIDE }, pay);
  await expect.poll(() => begun).toHaveLength(INSIDE);
  expect((await pay()).status).toBe(503);
  begun[0]![way]();
  if (way !== 'leave') await inside[0];
  const next = pay();
  await expect.poll(() => begun).toHaveLength(INSIDE + 1);
  begun.forEach(({ goOn }) => goOn());
  expect((await next).status).toBe(200);
  await Promise.all(inside);
});

test('over a connection, the refusal is the same before the request is looked at, and the connection stays', async () => {
  const { begun, pay, app, door, lines } = openShop();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const usual = createAdaptorServer(app) as Server;
  const createServer = answeringFirst({ fetch: app.fetch, answerAtOnce: door.refuseAtOnce });
  const short = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  try {
    const inside = Array.from({ length: INSIDE }, pay);
    await expect.poll(() => begun).toHaveLength(INSIDE);
    lines.splice(0);
    const answers = [await ask(usual), await ask(short), await ask(short)];
    for (const { requestId, ...answer } of answers) {
      expect(requestId).toMatch(/^[\w-]{36}$/);
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect(answer.body).toBe(answers[0]!.body);
      expect(answer.headers).toEqual(answers[0]!.headers);
    }
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.map((line) => line.requestId)).toEqual(answers.map(({ requestId }) => requestId));
    for (const line of logged)
      expect(line).toMatchObject({ msg: 'request', method: 'POST', path: PAYMENTS_PATH, status: 503 });
    begun.forEach(({ goOn }) => goOn());
    await Promise.all(inside);
    const next = ask(short);
    await expect.poll(() => begun).toHaveLength(INSIDE + 1);
    begun.at(-1)!.goOn();
    expect(await next).toMatchObject({ status: 200, body: 'paid' });
  } finally {
    agent.destroy();
    usual.close();
    short.close();
  }

  async function ask(server: Server) {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const asking = request({ port, host: '127.0.0.1', path: PAYMENTS_PATH, method: 'POST', agent });
    asking.end('{"items":[]}'.repeat(1_000));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const { date: _, 'x-request-id': requestId, ...headers } = response.headers;
    return { status: response.statusCode, headers, requestId, body: await text(response) };
  }
});
