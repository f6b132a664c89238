/** Serves a response of the cache, by its route or by the fast path. Both send the same headers. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Log } from '../../log/log.ts';
import { isTracing } from '../../log/tracing.ts';
import { CachedResponse, type EncodedResponse, hasTag, headersWithoutBody } from './cached-response.ts';
import { chooseEncoding } from '../response/encoding.ts';
import { type HttpEnv, sendFast } from '../http.ts';
import type { ResponseCache } from './response-cache.ts';
import type { FastPath } from '../serve-until-drained.ts';

/** Renders the response when it is not cached. */
export async function serveCached(c: Context<HttpEnv>, cache: ResponseCache): Promise<Response> {
  const rendered = await cache.get(pathAndQuery(c));
  // The Node server replaces the global Response: a cloned one is not an instance of it.
  if (!(rendered instanceof CachedResponse)) return rendered;
  const encoded = await rendered.encode(chooseEncoding(c.req.header('accept-encoding')));
  const { status, headers, body } = responseFor(c.req.header('if-none-match'), rendered.status, encoded);
  const response = new Response(body, { status });
  for (let at = 0; at < headers.length; at += 2) response.headers.set(headers[at]!, headers[at + 1]!);
  return response;
}

/** Full response, or 304 for a matching ETag. */
function responseFor(
  ifNoneMatch: string | undefined,
  status: number,
  { bytes, headers, tag }: EncodedResponse,
): { status: number; headers: readonly string[]; body: EncodedResponse['bytes'] | null } {
  return status === 200 && hasTag(ifNoneMatch, tag)
    ? { status: 304, headers: headersWithoutBody(headers), body: null }
    : { status, headers, body: bytes };
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
    const parts = responseFor(request.headers['if-none-match'], cached.status, encoded);
    sendFast(log, request, response, parts, started);
    return true;
  };
}
