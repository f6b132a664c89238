/** The short way to a kept page, over a real connection: nobody can tell it from the usual one. */
import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { createAdaptorServer } from '@hono/node-server';
import { compress } from 'hono/compress';
import { afterEach, expect, test } from 'vitest';
import { contentSecurityPolicy, createHttpApp } from '../platform/http/http.ts';
import { answeringFirst } from '../platform/http/serve-until-drained.ts';
import { createLog } from '../platform/log/log.ts';
import { answerAtOnce, answerPage } from './answer-page.ts';
import { KeptPage } from './kept-page.ts';
import { createPageCache } from './page-cache.ts';

const PUBLIC_URL = 'https://loja.example';
const PHONE = { 'accept-encoding': 'gzip, deflate, br' };
const text = (address: string) => `<p>${address}</p>`.repeat(200);

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A site whose pages stay young until told otherwise. */
async function startSite() {
  const site = { now: 0, lines: '', usualWay: [] as string[], rendered: 0, ask };
  const log = createLog('debug', { write: (line: string) => void (site.lines += line) });
  const pages = createPageCache({
    clock: { now: () => new Date(site.now) },
    render(address) {
      site.rendered++;
      if (address === '/adiante') return Promise.resolve(new Response(null, { status: 302 }));
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
      const scripts = ["'sha256-abc'"];
      headers.set('content-security-policy', contentSecurityPolicy({ scripts, styles: [] }));
      const status = address === '/nada' ? 404 : 200;
      return Promise.resolve(new KeptPage(status, headers, Buffer.from(text(address)), PUBLIC_URL));
    },
    onFault: (error) => expect.unreachable(String(error)),
  });
  const app = createHttpApp(log, PUBLIC_URL);
  app.get('*', compress());
  app.get('*', async (c, next) => {
    site.usualWay.push(c.req.path);
    await next();
    if (c.req.query('ref')) c.header('set-cookie', 'mare-indicacao=x');
  });
  app.get('*', (c) => answerPage(c, pages));
  const createServer = answeringFirst({ fetch: app.fetch, answerAtOnce: answerAtOnce(pages, log) });
  const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return site;

  async function ask(path: string, headers: Record<string, string> = PHONE, method = 'GET') {
    const asking = request({ port, host: '127.0.0.1', path, method, headers, agent: false }).end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const body = await buffer(response);
    const { date: _, 'x-request-id': requestId, ...others } = response.headers;
    return { status: response.statusCode, requestId, headers: others, body };
  }
}

test('the short way gives the same page with the same headers, each answer its own request id', async () => {
  const site = await startSite();
  for (const path of ['/', '/nada']) {
    const usual = await site.ask(path);
    const short = await site.ask(path);
    expect(short.headers).toEqual(usual.headers);
    expect(Object.keys(short.headers)).toEqual(
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
    expect([short.status, short.body]).toEqual([usual.status, usual.body]);
    expect(brotliDecompressSync(short.body).toString()).toBe(text(path));
    expect(short.requestId).toMatch(/^[\w-]{36}$/);
    expect(short.requestId).not.toBe(usual.requestId);
  }
  expect(site.usualWay).toEqual(['/', '/nada']);
});

test('each request is one line of the log, whichever way it went', async () => {
  const site = await startSite();
  const ids = [await site.ask('/'), await site.ask('/')].map(({ requestId }) => requestId);
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
  ['a link of an affiliate', '/?ref=MARIA', PHONE, 'GET'],
  ['any other query', '/?%72ef=MARIA', PHONE, 'GET'],
  ['a browser that takes nothing packed', '/', {}, 'GET'],
  ['a look at the headers', '/', PHONE, 'HEAD'],
  ['an answer that is nobody else’s', '/adiante', PHONE, 'GET'],
])('%s goes the usual way', async (_name, path, headers, method) => {
  const site = await startSite();
  await site.ask('/');
  for (let times = 0; times < 2; times++) await site.ask(path, headers, method);
  expect(site.usualWay).toHaveLength(3);
});

test('a page too old is waited for, and one not quite so old is made anew as it was packed before', async () => {
  const site = await startSite();
  await site.ask('/');
  site.now = 399;
  await site.ask('/');
  await expect.poll(() => site.rendered).toBe(2);
  await site.ask('/');
  expect(site.usualWay).toHaveLength(1);
  site.now = 800;
  await site.ask('/');
  expect(site.usualWay).toHaveLength(2);
});
