/** Serves a response of the cache, by its route or by the fast path. Both send the same headers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { Log } from '../log/log.ts';
import { isTracing } from '../log/tracing.ts';
import { CachedResponse, chooseEncoding, hasTag, headersWithoutBody } from './cached-response.ts';
import { type HttpEnv, sendFast } from './http.ts';
import type { ResponseCache } from './response-cache.ts';
import type { FastPath } from './serve-until-drained.ts';

/** Renders the response when it is not cached. */
export async function serveCached(c: Context<HttpEnv>, cache: ResponseCache): Promise<Response> {
  const rendered = await cache.get(pathAndQuery(c));
  // The Node server replaces the global Response: a cloned one is not an instance of it.
  if (!(rendered instanceof CachedResponse)) return rendered;
  const { bytes, headers, tag } = await rendered.encode(chooseEncoding(c.req.header('accept-encoding')));
  const isKnown = rendered.status === 200 && hasTag(c.req.header('if-none-match'), tag);
  const response = isKnown
    ? new Response(null, { status: 304 })
    : new Response(bytes, { status: rendered.status });
  const sent = isKnown ? headersWithoutBody(headers) : headers;
  for (let at = 0; at < sent.length; at += 2) response.headers.set(sent[at]!, sent[at + 1]!);
  return response;
}

function pathAndQuery({ req: { url } }: Context): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

export interface FastPathOptions {
  cache: ResponseCache;
  log: Log;
  /** Whether a GET request may be answered from the cache. */
  accepts: (request: IncomingMessage) => boolean;
}

/** Serves cached, already encoded responses before routing and middlewares; declines every other request. */
export function createCacheFastPath({ cache, log, accepts }: FastPathOptions): FastPath {
  return (request, response) => {
    if (request.method !== 'GET' || isTracing() || !accepts(request)) return false;
    const started = performance.now();
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const cached = encoding === 'identity' ? null : cache.peek(request.url ?? '');
    const encoded = cached?.encoded(encoding);
    if (!cached || !encoded) return false;
    send(log, request, response, { status: cached.status, ...encoded, started });
    return true;
  };
}

function send(
  log: Log,
  request: IncomingMessage,
  response: ServerResponse,
  {
    status,
    headers,
    bytes,
    tag,
    started,
  }: { status: number; headers: readonly string[]; bytes: Uint8Array; tag: string; started: number },
): void {
  const isKnown = status === 200 && hasTag(request.headers['if-none-match'], tag);
  const answer = isKnown
    ? { status: 304, headers: headersWithoutBody(headers), body: '' }
    : { status, headers, body: bytes };
  sendFast(log, request, response, answer, started);
}
