/** Gives a page out: the usual way, and a short one. Both give the same headers. */
import type { Context } from 'hono';
import { answerDirectly, type HttpEnv } from '../platform/http/http.ts';
import type { WebApp } from '../platform/http/serve-until-drained.ts';
import type { Log } from '../platform/log/log.ts';
import { isTracing } from '../platform/log/tracing.ts';
import { chooseEncoding } from './kept-page.ts';
import type { PageCache } from './page-cache.ts';

/** Waits for a page that is not kept. */
export async function answerPage(c: Context<HttpEnv>, pages: PageCache): Promise<Response> {
  const rendered = await pages.get(addressOf(c));
  if (rendered instanceof Response) return rendered;
  const { bytes, headers } = await rendered.packed(chooseEncoding(c.req.header('accept-encoding')));
  const response = new Response(bytes, { status: rendered.status });
  for (let at = 0; at < headers.length; at += 2) response.headers.set(headers[at]!, headers[at + 1]!);
  return response;
}

function addressOf({ req: { url } }: Context): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/**
 * The short way to a page that is kept: before routes, middlewares and the request's own objects, none of which would
 * change a page that is the same for everybody. Whatever may be otherwise goes the usual way.
 */
export function answerAtOnce(pages: PageCache, log: Log): NonNullable<WebApp['answerAtOnce']> {
  return (request, response) => {
    const { method, url: address = '' } = request;
    // A query may name an affiliate, whose visitor is noted and gets a cookie.
    if (method !== 'GET' || address.includes('?') || isTracing()) return false;
    const started = performance.now();
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const page = encoding === 'identity' ? null : pages.young(address);
    const packed = page?.packedAlready(encoding);
    if (!page || !packed) return false;
    const { headers, bytes: body } = packed;
    answerDirectly(log, request, response, { status: page.status, headers, body }, started);
    return true;
  };
}
