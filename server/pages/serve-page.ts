/** Serves a rendered page, by its route or by the fast path. Both send the same headers. */
import type { Context } from 'hono';
import { type HttpEnv, sendFast } from '../platform/http/http.ts';
import type { FastPath } from '../platform/http/serve-until-drained.ts';
import type { Log } from '../platform/log/log.ts';
import { isTracing } from '../platform/log/tracing.ts';
import { CachedPage, chooseEncoding } from './cached-page.ts';
import type { PageCache } from './page-cache.ts';

/** Renders the page when it is not cached. */
export async function servePage(c: Context<HttpEnv>, pages: PageCache): Promise<Response> {
  const rendered = await pages.get(pathAndQuery(c));
  // The Node server replaces the global Response: a cloned one is not an instance of it.
  if (!(rendered instanceof CachedPage)) return rendered;
  const { bytes, headers } = await rendered.encode(chooseEncoding(c.req.header('accept-encoding')));
  const response = new Response(bytes, { status: rendered.status });
  for (let at = 0; at < headers.length; at += 2) response.headers.set(headers[at]!, headers[at + 1]!);
  return response;
}

function pathAndQuery({ req: { url } }: Context): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/** Serves cached, already encoded pages before routing and middlewares; declines every other request. */
export function createPageFastPath(pages: PageCache, log: Log): FastPath {
  return (request, response) => {
    const { method, url: address = '' } = request;
    // A query may name an affiliate, whose visit is recorded and sets a cookie.
    if (method !== 'GET' || address.includes('?') || isTracing()) return false;
    const started = performance.now();
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const page = encoding === 'identity' ? null : pages.peek(address);
    const encoded = page?.encoded(encoding);
    if (!page || !encoded) return false;
    const { headers, bytes: body } = encoded;
    sendFast(log, request, response, { status: page.status, headers, body }, started);
    return true;
  };
}
