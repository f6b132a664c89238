/** Serves the contract and its OpenAPI description under /api. */
import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { onError, ORPCError } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { can } from '@mare/domain/accounts/permissions.ts';
import { contract } from '@mare/contract/contract.ts';
import { API_DOCS_STYLE, type ApiDescription, renderApiDocs } from './api-docs.ts';
import { authenticate } from '../accounts/authenticate.ts';
import { createReadCache, isCachedRead, isSameForAll } from './cached-reads.ts';
import { findMissingProof } from '../accounts/proof/find-missing-proof.ts';
import { readSite } from '../settings/read-site.ts';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.ts';
import { requestCookies } from '../platform/http/request/cookies.ts';
import { respondWithJson, compressResponse } from '../platform/http/response/compress-response.ts';
import { callerIpAddress, type HttpApp, type HttpEnv } from '../platform/http/http.ts';
import { hasNul } from '../platform/http/request/has-nul.ts';
import { internalVisitor } from '../platform/http/api.ts';
import { createRateLimiter } from '../platform/http/request/rate-limit.ts';
import { createCacheFastPath, serveCached } from '../platform/http/cache/serve-cached.ts';
import { streamTransport } from '../platform/realtime/send-event-stream.ts';
import type { FastPath } from '../platform/http/serve-until-drained.ts';
import type { Platform } from '../platform/platform.ts';
import { withReadReplica } from '../platform/database/replica.ts';
import type { AppRouter } from '../composition/router.ts';
import { limitBody } from '../platform/http/request/limit-body.ts';

z.config(z.locales.pt());

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Photos of phones, by admins only: a body is read before its caller is authorised. */
const UPLOADS = /^\/api\/admin\/(?:prizes\/[^/]+\/(?:delivery|photo|treasury)|rifas\/[^/]+\/files\/[a-z]+)$/;
const UPLOAD_LIMIT_BYTES = 31_000_000;
/** Photos and PDFs in tickets, by signed-in callers only. */
const TICKET_FILES = /^\/api\/(?:support-tickets|desk\/tickets)\/[^/]+\/files$/;
const TICKET_FILE_LIMIT_BYTES = 13_000_000;

/** Reads that the replica may serve: identical for all visitors. */
const PUBLIC_READS = /^\/api\/(?:rifas|ranking|winners|draws|site|purchase-tiers)(?:\/|$)/;

/**
 * @param options.cachesReads whether anonymous public reads are answered from a cache, up to 400 ms old
 * @returns the fast path to cached reads
 */
export function serveApi(
  app: HttpApp,
  platform: Platform,
  router: AppRouter,
  { cachesReads }: { cachesReads: boolean } = { cachesReads: false },
): FastPath {
  const handler = new OpenAPIHandler(router, {
    rootInterceptors: [
      async (call) => {
        const result = await call.next();
        if (result.response) addHeaders(result.response);
        // Sent by the transport. The library would pull the iterator.
        if (result.response && call.context.transport?.stream) result.response.body = undefined;
        const { answer } = call.context;
        if (answer && result.response && isPlainJson(result.response.body)) {
          answer.json = JSON.stringify(result.response.body);
          result.response.body = undefined;
        }
        return result;
      },
    ],
    // Around the procedure only: unreadable bodies are not logged. Errors declared in the contract are not logged
    // either: under load there are thousands.
    clientInterceptors: [
      (call) => {
        if (hasNul(call.input))
          throw new ORPCError('BAD_REQUEST', {
            message: 'O texto enviado tem um caractere que não é aceito.',
          });
        return call.next();
      },
      onError((error) => {
        if (!(error instanceof ORPCError) || (error.status >= 500 && !error.defined))
          platform.log.error({ err: error }, 'fault in the API');
        if (isDatabaseUnavailable(error))
          throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'O serviço volta em instantes.' });
      }),
    ],
  });
  const limiter = createRateLimiter(platform.clock);
  const readers = withReadReplica(platform);
  let description: ReturnType<typeof describeApi> | undefined;

  app.get('/api/openapi.json', async (c) => {
    description ??= describeApi();
    const { info, ...rest } = await description;
    return c.json({ ...rest, info: { ...info, title: (await readSite(platform)).name } });
  });
  const tooLarge = (c: Context<HttpEnv>) => c.json(errorBody('PAYLOAD_TOO_LARGE', 413), 413);
  app.get('/api/docs', async (c) => {
    description ??= describeApi();
    return c.html(renderApiDocs((await description) as ApiDescription, (await readSite(platform)).name));
  });
  app.get('/api/docs.css', (c) => c.body(API_DOCS_STYLE, 200, { 'content-type': 'text/css' }));
  const limited = limitBody({ maxSize: BODY_LIMIT_BYTES, onError: tooLarge });
  const upload = limitBody({ maxSize: UPLOAD_LIMIT_BYTES, onError: tooLarge });
  const ticketFile = limitBody({ maxSize: TICKET_FILE_LIMIT_BYTES, onError: tooLarge });
  app.use('/api/*', async (c, next) => {
    const isTicketFile = TICKET_FILES.test(c.req.path);
    if (!isTicketFile && !UPLOADS.test(c.req.path)) return limited(c, next);
    const caller = await authenticate(platform, c.req.header('authorization'));
    if (isTicketFile) return (caller ? ticketFile : limited)(c, next);
    return (can(caller?.role, 'manage-rifas') ? upload : limited)(c, next);
  });
  app.use('/api/*', rejectCrossSite);
  const reads = createReadCache(platform, async (path) => {
    const request = new Request(new URL(path, platform.config.publicUrl));
    const { response } = await handler.handle(request, {
      prefix: '/api',
      // Separate rate limits: callers share renderings, so there are few calls.
      context: internalVisitor(readers),
    });
    return response ?? Response.json(errorBody('NOT_FOUND', 404), { status: 404 });
  });
  if (cachesReads)
    app.get('/api/*', (c, next) => {
      const { pathname, search } = new URL(c.req.url);
      const headers = c.req.header();
      return isCachedRead({ url: pathname + search, headers }) ? serveCached(c, reads) : next();
    });
  app.all('/api/*', async (c) => {
    const authorization = c.req.header('authorization');
    const principal = isSameForAll(c.req) ? null : await authenticate(platform, authorization);
    const cookies = requestCookies(c.req.header('cookie'), platform.config.publicUrl);
    // Signed-in callers must read their own writes.
    const isPublic = authorization === undefined && c.req.method === 'GET' && PUBLIC_READS.test(c.req.path);
    const accepted = c.req.header('accept-encoding');
    const answer = c.req.method === 'GET' ? { json: null as string | null } : undefined;
    const context = {
      platform: isPublic ? readers : platform,
      principal,
      ipAddress: callerIpAddress(c, platform.config.trustedProxyHops) ?? 'internal',
      cookies,
      idempotencyKey: c.req.header('idempotency-key') ?? null,
      limiter,
      missingProof: async () => (principal ? findMissingProof(platform, principal) : ('sign-in' as const)),
      permit: c.get('permit'),
      transport: streamTransport(c),
      answer,
    };
    const { matched, response } = await handler.handle(c.req.raw, { prefix: '/api', context });
    if (!matched) return c.json(errorBody('NOT_FOUND', 404), 404);
    for (const cookie of cookies.setCookies) response.headers.append('set-cookie', cookie);
    if (context.transport?.stream) {
      c.set('eventStream', context.transport.stream);
      response.headers.set('content-type', 'text/event-stream');
    }
    if (!answer) return response;
    return answer.json === null
      ? compressResponse(response, accepted)
      : respondWithJson(response, answer.json, accepted);
  });
  return cachesReads
    ? createCacheFastPath({ cache: reads, log: platform.log, accepts: isCachedRead })
    : () => false;
}

/** False for a file, form or stream, which the oRPC handler encodes in other ways. */
function isPlainJson(body: unknown): boolean {
  if (Array.isArray(body)) return true;
  return typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;
}

/** CSRF protection in addition to SameSite: rejects cross-site requests that change state. */
const rejectCrossSite: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const looksOnly = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!looksOnly && c.req.header('sec-fetch-site') === 'cross-site')
    return c.json(errorBody('FORBIDDEN', 403), 403);
  return next();
};

interface StandardResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/**
 * API responses are data, so nothing may execute. Much shorter than the policy of pages, which every response would
 * carry.
 */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Never cacheable; 429 and 503 carry Retry-After. */
function addHeaders({ status, headers, body }: StandardResponse): void {
  headers['cache-control'] = 'no-store';
  headers['content-security-policy'] ??= DATA_POLICY;
  if (status !== 429 && status !== 503) return;
  const retryable = errorWithRetry.safeParse(body);
  if (retryable.success) headers['retry-after'] = String(retryable.data.data.retryAfterSeconds);
  else if (status === 503) headers['retry-after'] ??= '2';
}

const errorWithRetry = z.object({
  defined: z.literal(true),
  data: z.object({ retryAfterSeconds: z.int() }),
});

/** The OpenAPI document without its title, which is the shop's name. */
function describeApi() {
  return new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: '', version: '1' },
    servers: [{ url: '/api' }],
  });
}

function errorBody(code: string, status: number) {
  return { defined: false, code, status, message: 'Endereço ou pedido não aceito.' };
}
