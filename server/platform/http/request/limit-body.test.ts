import { serve, type ServerType } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBody } from './limit-body.ts';

const app = new Hono();
app.use(limitBody({ maxSize: 1000, onError: (c) => c.text('grande demais', 413) }));
app.all('/', async (c) => c.text(await c.req.text()));

let server: ServerType;
let origin: string;
beforeAll(async () => {
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Sent in chunks, without a stated length. */
const chunked = (text: string) =>
  fetch(origin, {
    method: 'POST',
    body: new Blob([text.slice(0, 300), text.slice(300)]).stream(),
    duplex: 'half',
  } as RequestInit);
const stated = (text: string) => fetch(origin, { method: 'POST', body: text });
/** Within the process: neither a length nor chunks. */
const inProcess = async (text: string) => app.request('/', { method: 'POST', body: text });

test.each([
  ['with a Content-Length', stated],
  ['in chunks', chunked],
  ['without a Content-Length', inProcess],
])('passes a body %s up to the limit, and rejects a larger one', async (_, send) => {
  const fits = 'á'.repeat(500);
  const passed = await send(fits);
  expect([passed.status, await passed.text()]).toEqual([200, fits]);
  const rejected = await send(`${fits}x`);
  expect([rejected.status, await rejected.text()]).toEqual([413, 'grande demais']);
});

test('passes requests without a body', async () => {
  for (const method of ['GET', 'DELETE']) expect((await fetch(origin, { method })).status).toBe(200);
});
