/** Listens, and stops without breaking off a request: those under way are answered, and new ones go elsewhere. */
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
import type { Config } from '../config.ts';
import type { HttpApp } from './http.ts';

/** Time for clients to hear on their next answer that the connection ends. */
const GRACE_MS = 300;
/** Whatever has not ended by then is cut off. */
const PATIENCE_MS = 20_000;

/**
 * Connections that may wait to be taken up. Those beyond are silently dropped, and their browsers try again after 1, 3 and
 * 7 seconds: a flash sale fills Node's own 511 at once. The system may allow fewer (`net.core.somaxconn`).
 */
export const BACKLOG = 4_096;

/** What a web process answers with. */
export interface WebApp {
  fetch: HttpApp['fetch'];
  /**
   * Asked first, for what costs less than finding out who answers it.
   * @returns whether it has answered; if not, it has touched nothing
   */
  answerAtOnce?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * @returns how to stop: tells `/readyz` at once, takes requests for as long as the configuration says, then answers
 * those under way; `endStreams` ends what would never end by itself
 */
export async function serveUntilDrained(
  app: WebApp,
  { port, host, shutdownDelaySeconds }: Pick<Config, 'port' | 'host' | 'shutdownDelaySeconds'>,
): Promise<(endStreams: () => Promise<void>) => Promise<void>> {
  let draining = false;
  const answering = new Set<ServerResponse>();
  const server = createAdaptorServer({
    hostname: host,
    // Longer than browsers and balancers keep an idle connection: a request must not meet the closing.
    serverOptions: { keepAliveTimeout: 75_000 },
    createServer: answeringFirst(app),
    fetch: (request, env) =>
      draining && new URL(request.url).pathname === '/readyz'
        ? new Response('stopping', { status: 503 })
        : app.fetch(request, env),
  }) as Server;
  server.prependListener('request', (_request, response) => {
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
    const timer = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    await closed;
    clearTimeout(timer);
  };
}

/** The plain server, but with what may answer before the whole chain is gone through. */
export const answeringFirst = ({ answerAtOnce }: WebApp): typeof createServer =>
  ((options: ServerOptions, answer: RequestListener) =>
    createServer(options, (request, response) => {
      if (!answerAtOnce?.(request, response)) answer(request, response);
    })) as typeof createServer;
