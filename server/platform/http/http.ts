/** What every answer gets, whoever gives it: request id, safe headers, a log line, and no fault unlogged. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { isDatabaseUnavailable } from '../database/database-unavailable.ts';
import { inLogScope, type Log } from '../log/log.ts';
import { inSpan } from '../log/tracing.ts';

export interface HttpVariables {
  requestId: string;
  log: Log;
  /** Of a request that was let in at a door. */
  place?: Place;
}

/** Where no more are let in than can be served within a moment. */
export interface Place {
  /** Says that one is who may be here; until then the place is kept for a moment only. */
  begin: () => void;
  /** Gives the place up, before the answer does. */
  leave: () => void;
}

export type HttpEnv = { Variables: HttpVariables };
export type HttpApp = Hono<HttpEnv>;

/** @param publicUrl with https, browsers are told to come by no other way */
export function createHttpApp(log: Log, publicUrl = ''): HttpApp {
  const app = new Hono<HttpEnv>();
  app.use(requestScope(log));
  app.use(safeHeaders(isHttpsUrl(publicUrl)));
  app.onError((error, c) => {
    c.get('log').error({ err: error }, 'fault');
    if (!isDatabaseUnavailable(error)) return c.json(faultBody(c.get('requestId')), 500);
    c.header('retry-after', '2');
    return c.json(faultBody(c.get('requestId')), 503);
  });
  return app;
}

/** A shop at such an address is reached by https alone. */
export const isHttpsUrl = (url: string) => url.startsWith('https:');

function faultBody(requestId: string) {
  return {
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Ocorreu um erro inesperado. Tente novamente.',
    requestId,
  };
}

/** No text in PostgreSQL can hold a NUL, so nothing is at an address that has one. */
export const refuseNul: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.url.includes('%00'))
    return c.json({ code: 'BAD_REQUEST', message: 'Este endereço não é válido.' }, 400);
  return next();
};

/**
 * From the socket, or what the outermost of our own proxies saw: a forged header must not buy fresh limits.
 * @returns null for a request made inside the process
 */
export function callerAddress(c: Context, trustedHops: number): string | null {
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const forwarded = trustedHops > 0 ? plainAddress(hops.at(-trustedHops)) : null;
  if (forwarded) return forwarded;
  try {
    return plainAddress(getConnInfo(c).remote.address);
  } catch {
    return null;
  }
}

/** Without the IPv4-in-IPv6 prefix and the zone; null when it is not an address. */
function plainAddress(text: string | undefined): string | null {
  const plain = (text ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(plain) ? plain : null;
}

function requestScope(log: Log): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('log', log);
    const started = performance.now();
    await inLogScope({ requestId }, () =>
      inSpan(() => `${c.req.method} ${routePath(c, -1)}`, 'server', next, {
        parent: c.req.header('traceparent'),
        attributes: () => ({
          'http.request.method': c.req.method,
          'http.route': routePath(c, -1),
          'http.response.status_code': c.res.status,
          'mare.request_id': requestId,
        }),
      }),
    );
    c.header('x-request-id', requestId);
    const { method, path } = c.req;
    logRequest(log, { requestId, method, path, status: c.res.status, started });
  };
}

/** @param started of `performance.now()` */
function logRequest(
  log: Log,
  request: { requestId: string; method: string; path: string; status: number; started: number },
): void {
  if (!log.isLevelEnabled('debug')) return;
  const { started, ...facts } = request;
  log.debug({ ...facts, ms: Math.round(performance.now() - started) }, 'request');
}

interface DirectAnswer {
  status: number;
  /** Name and value in turn. */
  headers: readonly string[];
  body: string | Uint8Array;
}

/** Answers before routes and middlewares, with what they add to every answer: a request id and a log line. */
export function answerDirectly(
  log: Log,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: DirectAnswer,
  /** Of `performance.now()`. */
  started: number,
): void {
  const requestId = randomUUID();
  response.writeHead(status, [...headers, 'x-request-id', requestId]);
  response.end(body);
  logRequest(log, { requestId, method, path: url, status, started });
}

const HALF_A_YEAR = 15_552_000;

/** @param headers of an answer, which may have a policy of its own */
export function setSafeHeaders(headers: Headers, isHttps: boolean): void {
  if (isHttps) headers.set('strict-transport-security', `max-age=${HALF_A_YEAR}`);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  headers.set('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()');
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', contentSecurityPolicy());
}

const safeHeaders =
  (isHttps: boolean): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    await next();
    setSafeHeaders(c.res.headers, isHttps);
  };

/** Sources for inline scripts and styles, e.g. `'sha256-…'`. */
export interface InlinePolicy {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * Scripts and styles only of our own; `style` attributes are allowed because they cannot run anything. Text becomes a
 * script or markup only by the pages' own policy (web/app/document/trusted-types.ts).
 * @param widgets sites whose scripts and frames may run in our pages too, e.g. that of a captcha; their scripts know
 * nothing of Trusted Types, which are then not demanded
 */
export function contentSecurityPolicy(
  inline: InlinePolicy = { scripts: [], styles: [] },
  widgets: readonly string[] = [],
): string {
  const also = (sources: readonly string[]) => sources.map((source) => ` ${source}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${also(inline.scripts)}${also(widgets)}`,
    `style-src 'self'${also(inline.styles)}${also(widgets)}`,
    `connect-src 'self'${also(widgets)}`,
    `frame-src 'self' blob:${also(widgets)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(widgets.length === 0 ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
  ].join('; ');
}
