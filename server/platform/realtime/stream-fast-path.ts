import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpApp } from '../http/http.ts';
import type { FastPath } from '../http/serve-until-drained.ts';
import type { Log } from '../log/log.ts';

/** Operations that stream events. */
const STREAMS = /^\/api\/(?:notifications|draws\/[^/?]+)\/live(?:\?|$)/;

export function isEventStream({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return method === 'GET' && STREAMS.test(url);
}

/**
 * Opens event streams through the same middlewares and procedures, but with a request object that is released once
 * the stream has begun: the web framework's adapter keeps its request until the response ends.
 */
export function createStreamFastPath(app: HttpApp, log: Log): FastPath {
  return (incoming, outgoing) => {
    if (!isEventStream(incoming)) return false;
    answer(app, incoming, outgoing).catch((error: unknown) => {
      log.error({ err: error }, 'fault before an event stream');
      outgoing.destroy();
    });
    return true;
  };
}

async function answer(app: HttpApp, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // Not `headers`, which Node would keep as long as the stream.
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at]!, incoming.rawHeaders[at + 1]!);
  const request = new Request(new URL(incoming.url!, 'http://stream'), { headers });
  const response = await app.fetch(request, { incoming, outgoing });
  if (outgoing.headersSent || outgoing.destroyed) return;
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.setHeaders(response.headers);
  outgoing.writeHead(response.status);
  outgoing.end(body);
}
