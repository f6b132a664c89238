/** Common to all responses: request id, security headers, request log line, error handler. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { VIDEO_ORIGINS } from '@mare/domain/rifas/video.ts';
import { isDatabaseUnavailable } from '../database/database-unavailable.ts';
import { inLogScope, type Log } from '../log/log.ts';
import { inSpan } from '../log/tracing.ts';
import type { EventStream } from '../realtime/event-stream.ts';
import { sendEventStreams } from '../realtime/send-event-stream.ts';

export interface HttpVariables {
  requestId: string;
  log: Log;
  /** Set for requests admitted by admission control. */
  permit?: Permit;
  /** Sent by `sendEventStreams` as the response. */
  eventStream?: EventStream<object>;
}

/** A slot of admission control. */
export interface Permit {
  /** Marks the caller as authenticated. Permits that are not confirmed expire. */
  confirm: () => void;
  /** Releases the slot before the response ends. Idempotent. */
  release: () => void;
}

export type HttpEnv = { Variables: HttpVariables };
export type HttpApp = Hono<HttpEnv>;

/**
 * @param publicUrl with https, sends HSTS
 * @param mayBeFramed paths that pages of the same site may show in a frame; other sites never may
 */
export function createHttpApp(
  log: Log,
  publicUrl = '',
  mayBeFramed: (path: string) => boolean = () => false,
): HttpApp {
  const app = new Hono<HttpEnv>();
  app.use(sendEventStreams);
  app.use(requestScope(log));
  app.use(securityHeaders(isHttpsUrl(publicUrl), mayBeFramed));
  app.onError((error, c) => {
    // Thrown by middlewares for requests that they reject, e.g. a body over the limit.
    if (error instanceof HTTPException && error.status < 500)
      return c.json({ code: 'REQUEST_REJECTED', message: 'Endereço ou pedido não aceito.' }, error.status);
    c.get('log').error({ err: error }, 'fault');
    if (!isDatabaseUnavailable(error)) return c.json(faultBody(c.get('requestId')), 500);
    c.header('retry-after', '2');
    return c.json(faultBody(c.get('requestId')), 503);
  });
  return app;
}

export const isHttpsUrl = (url: string) => url.startsWith('https:');

function faultBody(requestId: string) {
  return {
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Ocorreu um erro inesperado. Tente novamente.',
    requestId,
  };
}

/** PostgreSQL text cannot contain NUL, so no resource has such a path. */
export const rejectNul: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.url.includes('%00'))
    return c.json({ code: 'BAD_REQUEST', message: 'Este endereço não é válido.' }, 400);
  return next();
};

/**
 * IP address of the socket, or that seen by the outermost trusted proxy: a forged header must not evade rate
 * limits.
 * @returns null for a request made inside the process
 */
export function callerIpAddress(c: Context, trustedHops: number): string | null {
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const forwarded = trustedHops > 0 ? plainIpAddress(hops.at(-trustedHops)) : null;
  if (forwarded) return forwarded;
  try {
    return plainIpAddress(getConnInfo(c).remote.address);
  } catch {
    return null;
  }
}

/** Without the IPv4-in-IPv6 prefix and the zone; null if it is not an IP address. */
function plainIpAddress(text: string | undefined): string | null {
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
    // `c.header` would copy the response.
    c.res.headers.set('x-request-id', requestId);
    const { method, path } = c.req;
    logRequest(log, { requestId, method, path, status: c.res.status, started });
  };
}

/** @param started `performance.now()` */
function logRequest(
  log: Log,
  request: { requestId: string; method: string; path: string; status: number; started: number },
): void {
  if (!log.isLevelEnabled('debug')) return;
  const { started, ...facts } = request;
  log.debug({ ...facts, ms: Math.round(performance.now() - started) }, 'request');
}

interface FastResponse {
  status: number;
  /** Alternating names and values. */
  headers: readonly string[];
  body: string | Uint8Array | null;
}

/** Sends a response of a fast path, with request id and log line as the middlewares would. */
export function sendFast(
  log: Log,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: FastResponse,
  /** `performance.now()`. */
  started: number,
): void {
  const requestId = randomUUID();
  response.writeHead(status, [...headers, 'x-request-id', requestId]);
  response.end(body ?? '');
  logRequest(log, { requestId, method, path: url, status, started });
}

const YEAR_SECONDS = 31_536_000;

/** Where browsers report violations of the Content-Security-Policy. */
export const CSP_REPORTS_PATH = '/csp-reports';

/** Keeps a Content-Security-Policy that is already set. */
export function setSecurityHeaders(headers: Headers, isHttps: boolean): void {
  if (isHttps) headers.set('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  headers.set('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()');
  headers.set('reporting-endpoints', `csp="${CSP_REPORTS_PATH}"`);
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', contentSecurityPolicy());
}

const securityHeaders =
  (isHttps: boolean, mayBeFramed: (path: string) => boolean): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    await next();
    setSecurityHeaders(c.res.headers, isHttps);
    if (mayBeFramed(c.req.path)) allowFrames(c.res.headers);
    // Caches may store a 404 heuristically, and would still serve it once the page exists.
    if (c.res.status >= 400 && !c.res.headers.has('cache-control'))
      c.res.headers.set('cache-control', 'no-store');
  };

/** Only in pages of the same site. */
function allowFrames(headers: Headers): void {
  const policy = headers.get('content-security-policy') ?? '';
  headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
}

/** Sources for inline scripts and styles, e.g. `'sha256-…'`. */
export interface InlinePolicy {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * Same-origin scripts and styles only; `style` attributes are allowed because they cannot execute code. Text becomes
 * script or markup only through the Trusted Types policy of the pages (web/app/document/trusted-types.ts).
 * @param widgets origins whose scripts and frames are allowed too, e.g. a captcha; they do not support Trusted Types,
 * which are then not required
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
    `frame-src 'self' blob:${also(VIDEO_ORIGINS)}${also(widgets)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORTS_PATH}`,
    'report-to csp',
    ...(widgets.length === 0 ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
  ].join('; ');
}
