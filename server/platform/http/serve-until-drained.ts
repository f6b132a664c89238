/** Graceful shutdown: finishes requests in flight and closes keep-alive connections. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import type { Config } from '../config/config.ts';
import type { RecordRequest } from '../metrics/request-metrics.ts';
import type { HttpApp } from './http.ts';

/** Time for clients to see `connection: close` on their next response (ms). */
const GRACE_MS = 300;
/** Connections still open after this are closed (ms). */
const DRAIN_TIMEOUT_MS = 20_000;

/**
 * Listen backlog. Connections beyond it are dropped, and browsers retry after 1, 3 and 7 seconds: a flash sale fills
 * Node's default of 511 at once. The system may allow fewer (`net.core.somaxconn`).
 */
export const BACKLOG = 4_096;

/**
 * Answers cheap requests before the request is parsed and routed.
 * @returns false if it declined without touching request and response
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface WebApp {
  fetch: HttpApp['fetch'];
  fastPath?: FastPath;
  recordRequest?: RecordRequest;
}

/**
 * @returns a function that stops the server: `/readyz` fails at once, new requests are accepted for
 * `shutdownDelaySeconds`, then open requests are finished; `endStreams` closes the event streams
 */
export async function serveUntilDrained(
  app: WebApp,
  { port, host, shutdownDelaySeconds }: Pick<Config, 'port' | 'host' | 'shutdownDelaySeconds'>,
): Promise<(endStreams: () => Promise<void>) => Promise<void>> {
  let draining = false;
  const answering = new Set<ServerResponse>();
  const server = createAdaptorServer({
    hostname: host,
    // Longer than browsers and load balancers keep idle connections, so that none sends a request on a closing one.
    serverOptions: { keepAliveTimeout: 75_000 },
    createServer: createServerWithFastPath(app),
    fetch: (request, env) =>
      draining && new URL(request.url).pathname === '/readyz'
        ? new Response('stopping', { status: 503 })
        : app.fetch(request, env),
  }) as Server;
  server.prependListener('request', (request, response) => {
    app.recordRequest?.(request, response);
    response.shouldKeepAlive &&= !draining;
    answering.add(response);
    response.on('close', () => answering.delete(response));
  });
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  return async (endStreams) => {
    draining = true;
    for (const response of answering) response.shouldKeepAlive = false;
    await pause(Math.max(GRACE_MS, shutdownDelaySeconds * 1000));
    const closed = once(server, 'close');
    server.close();
    await endStreams();
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
  };
}

/** `createServer` that tries the fast path first. */
export const createServerWithFastPath = ({ fastPath }: WebApp): typeof createServer =>
  ((options: ServerOptions, answer: RequestListener) =>
    createServer(options, (request, response) => {
      if (!fastPath?.(request, response)) answer(request, response);
    })) as typeof createServer;
