/**
 * The floor of `order`: a bare server in the same runtime that authenticates a caller, parses an order and inserts one row
 * in a durable transaction. Replies with its port, and exits with its parent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { verifyAccessToken } from '@mare/server/accounts/tokens/access-token.ts';
import { createCaches } from '@mare/server/platform/caching/caches.ts';
import { systemClock } from '@mare/server/platform/clock.ts';
import { readConfig } from '@mare/server/platform/config/config.ts';

/** Same pool size as the web process. */
const CONNECTIONS = 20;

interface Order {
  items: { quantity: number }[];
}

const config = readConfig(process.env);
const pool = connectPool({ url: config.databaseUrl!, max: CONNECTIONS });
const platform = { db: connectKysely(pool), caches: createCaches(), clock: systemClock, config };

async function handle(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET') return {};
  const claims = await verifyAccessToken(platform, request.headers.authorization!.slice('Bearer '.length));
  if ('fault' in claims) throw new Error(claims.fault);
  const { items } = JSON.parse(await text(request)) as Order;
  await pool.query({
    name: 'insert-floor',
    text: 'insert into bench_floor (v) values ($1)',
    values: [items[0]!.quantity],
  });
  return { items: [{ changed: [] }] };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  handle(request).then(
    (body) => send(response, 200, body),
    (error: unknown) => send(response, 500, String(error)),
  );
});
server.keepAliveTimeout = 600_000;
server.listen({ port: 0, host: '127.0.0.1' }, () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
