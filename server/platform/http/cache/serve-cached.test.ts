/** The fast path to cached responses responds like the route, over a real connection. */
import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { createAdaptorServer } from '@hono/node-server';
import { compress } from 'hono/compress';
import { afterEach, expect, test } from 'vitest';
import { contentSecurityPolicy, createHttpApp } from '../http.ts';
import { createServerWithFastPath } from '../serve-until-drained.ts';
import { createLog } from '../../log/log.ts';
import { CachedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';
import { createCacheFastPath, serveCached } from './serve-cached.ts';

const PUBLIC_URL = 'https://loja.example';
const PHONE = { 'accept-encoding': 'gzip, deflate, br' };
const text = (path: string) => `<p>${path}</p>`.repeat(200);

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A site with a manual clock. */
async function startSite() {
  const site = { now: 0, lines: '', routed: [] as string[], rendered: 0, get };
  const log = createLog('debug', { write: (line: string) => void (site.lines += line) });
  const cache = createResponseCache({
    clock: { now: () => new Date(site.now) },
    render(path) {
      site.rendered++;
      if (path === '/adiante') return Promise.resolve(new Response(null, { status: 302 }));
      if (path === '/fora')
        return Promise.resolve(
          new Response('fora do ar', { status: 503, headers: { 'retry-after': '2' } }).clone(),
        );
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
      const scripts = ["'sha256-abc'"];
      headers.set('content-security-policy', contentSecurityPolicy({ scripts, styles: [] }));
      const status = path === '/nada' ? 404 : 200;
      return Promise.resolve(new CachedResponse(status, headers, Buffer.from(text(path)), PUBLIC_URL));
    },
    onFault: (error) => expect.unreachable(String(error)),
  });
  const app = createHttpApp(log, PUBLIC_URL);
  app.get('*', compress());
  app.get('*', async (c, next) => {
    site.routed.push(c.req.path);
    await next();
    if (c.req.query('ref')) c.header('set-cookie', 'mare-indicacao=x');
  });
  app.get('*', (c) => serveCached(c, cache));
  const createServer = createServerWithFastPath({
    fetch: app.fetch,
    fastPath: createCacheFastPath({ cache, log, accepts: ({ url }) => !url!.includes('?') }),
  });
  const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return site;

  async function get(path: string, headers: Record<string, string> = PHONE, method = 'GET') {
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await buffer(response);
    const { date: _, 'x-request-id': requestId, ...others } = response.headers;
    return { status: response.statusCode, requestId, headers: others, body };
  }
}

test('sends the same page and headers on the fast path, with a fresh request id', async () => {
  const site = await startSite();
  for (const path of ['/', '/nada']) {
    const routed = await site.get(path);
    const fast = await site.get(path);
    expect(fast.headers).toEqual(routed.headers);
    expect(Object.keys(fast.headers)).toEqual(
      expect.arrayContaining([
        'content-security-policy',
        'strict-transport-security',
        'x-content-type-options',
        'referrer-policy',
        'permissions-policy',
        'vary',
        'cache-control',
      ]),
    );
    expect([fast.status, fast.body]).toEqual([routed.status, routed.body]);
    expect(brotliDecompressSync(fast.body).toString()).toBe(text(path));
    expect(fast.requestId).toMatch(/^[\w-]{36}$/);
    expect(fast.requestId).not.toBe(routed.requestId);
  }
  expect(site.routed).toEqual(['/', '/nada']);
});

test('logs one line per request on either path', async () => {
  const site = await startSite();
  const ids = [await site.get('/'), await site.get('/')].map(({ requestId }) => requestId);
  const lines = site.lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map((line) => line.requestId)).toEqual(ids);
  for (const line of lines)
    expect(line).toMatchObject({ msg: 'request', method: 'GET', path: '/', status: 200 });
  expect(Object.keys(lines[1]!)).toEqual(Object.keys(lines[0]!));
});

test.each([
  ['an affiliate link', '/?ref=MARIA', PHONE, 'GET'],
  ['another query string', '/?%72ef=MARIA', PHONE, 'GET'],
  ['a browser that accepts no compression', '/', {}, 'GET'],
  ['a HEAD request', '/', PHONE, 'HEAD'],
  ['a redirect', '/adiante', PHONE, 'GET'],
])('does not use the fast path for %s', async (_name, path, headers, method) => {
  const site = await startSite();
  await site.get('/');
  for (let times = 0; times < 2; times++) await site.get(path, headers, method);
  expect(site.routed).toHaveLength(3);
});

test('revalidates a stale page in its earlier encodings, and routes requests for an expired one', async () => {
  const site = await startSite();
  await site.get('/');
  site.now = 399;
  await site.get('/');
  await expect.poll(() => site.rendered).toBe(2);
  await site.get('/');
  expect(site.routed).toHaveLength(1);
  site.now = 800;
  await site.get('/');
  expect(site.routed).toHaveLength(2);
});

test('serves an error page with its own status', async () => {
  const site = await startSite();
  expect(await site.get('/fora')).toMatchObject({ status: 503 });
});

test('responds 304 for an unchanged page on both paths, and sends a changed one in full', async () => {
  const site = await startSite();
  const { headers } = await site.get('/');
  const conditionalHeaders = { ...PHONE, 'if-none-match': String(headers.etag) };
  const fast = await site.get('/', conditionalHeaders);
  expect([fast.status, fast.body.length]).toEqual([304, 0]);
  expect(fast.headers['content-security-policy']).toBe(headers['content-security-policy']);
  expect(fast.headers.etag).toBe(headers.etag);
  site.now = 800;
  const routed = await site.get('/', conditionalHeaders);
  expect([routed.status, routed.body.length]).toEqual([304, 0]);
  expect(site.routed).toHaveLength(2);
  const { status } = await site.get('/', { ...PHONE, 'if-none-match': '"outra"' });
  expect(status).toBe(200);
  const missing = await site.get('/nada');
  expect(await site.get('/nada', { ...PHONE, 'if-none-match': String(missing.headers.etag) })).toMatchObject({
    status: 404,
  });
});
