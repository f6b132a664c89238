/** The fast path to the files of the built site responds like their route. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpApp } from '../platform/http/http.ts';
import { createServerWithFastPath } from '../platform/http/serve-until-drained.ts';
import { createLog } from '../platform/log/log.ts';
import { serveSiteFiles } from './site-files.ts';

const PUBLIC_URL = 'https://loja.example';
/** Also headers that only the route sends. The route omits `vary` for an uncompressed file. */
const OF_ONE_REQUEST = new Set(['date', 'connection', 'x-request-id', 'last-modified', 'vary']);
const SCRIPT = 'export const a = 1;\n'.repeat(50);

let folder: string;
let sites: { routed: Server; fast: Server };
/** Paths that reached the route of the site with a fast path. */
const declined: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mare-files-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/a1.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/a1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/a1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets/b2.woff2'), Buffer.from([0, 1, 2, 3]));
  writeFileSync(join(folder, 'assets/d4.js'), SCRIPT);
  writeFileSync(join(folder, 'sw.js'), 'self.skipWaiting()');
  sites = { routed: await startSite(false), fast: await startSite(true) };
});
afterAll(() => {
  for (const server of Object.values(sites)) server.close();
  rmSync(folder, { recursive: true });
});

async function startSite(isFast: boolean): Promise<Server> {
  const log = createLog('silent');
  const app = createHttpApp(log, PUBLIC_URL);
  app.get('*', async (c, next) => {
    if (isFast) declined.push(c.req.path);
    await next();
  });
  const fastPath = serveSiteFiles(app, folder, PUBLIC_URL, log);
  const createServer = createServerWithFastPath({ fetch: app.fetch, ...(isFast && { fastPath }) });
  const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function ask(server: Server, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const input = request({ port, path, method, headers: { ...headers, connection: 'close' } }).end();
  const [response] = (await once(input, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: IncomingHttpHeaders },
  ];
  const headersOfFile = Object.entries(response.headers).filter(([name]) => !OF_ONE_REQUEST.has(name));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(headersOfFile),
    body: await buffer(response),
  };
}

test.each([
  ['/assets/a1.js', 'gzip, deflate, br'],
  ['/assets/a1.js', 'gzip'],
  ['/assets/a1.js', ''],
  ['/assets/b2.woff2', 'gzip, deflate, br'],
])('sends %s to a browser that accepts "%s"', async (path, accepted) => {
  const headers = { 'accept-encoding': accepted };
  const routed = await ask(sites.routed, path, headers);
  expect(routed.status).toBe(200);
  expect(await ask(sites.fast, path, headers)).toEqual(routed);
  expect(await ask(sites.fast, path, headers)).toEqual(routed);
  expect(declined).toEqual([]);
});

test('varies by encoding, also for the uncompressed file', async () => {
  const { port } = sites.fast.address() as AddressInfo;
  for (const accepted of ['br', '']) {
    const headers = { 'accept-encoding': accepted };
    const response = await fetch(`http://127.0.0.1:${port}/assets/a1.js`, { headers });
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
  }
});

test('passes range requests, HEAD, unknown and changing files on to the route', async () => {
  const asked = [
    ['/assets/a1.js', { range: 'bytes=0-3' }, 'GET'],
    ['/assets/a1.js', {}, 'HEAD'],
    ['/assets/../sw.js', {}, 'GET'],
    ['/assets/c3.js', {}, 'GET'],
    ['/sw.js', {}, 'GET'],
  ] as const;
  for (const [path, headers, method] of asked)
    expect(await ask(sites.fast, path, headers, method)).toEqual(
      await ask(sites.routed, path, headers, method),
    );
  expect(declined).toHaveLength(asked.length);
});

test('passes a file that a new build removed on to the route', async () => {
  const gone = '/assets/d4.js';
  rmSync(join(folder, gone));
  expect((await ask(sites.fast, gone)).status).toBe(404);
  expect(declined.at(-1)).toBe(gone);
});
