/** Serves the contract under /api, with its OpenAPI description. */
import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { onError, ORPCError } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { contract } from '@mare/contract/contract.ts';
import { authenticate } from './accounts/authenticate.ts';
import { readSite } from './settings/read-site.ts';
import { isDatabaseUnavailable } from './platform/database/database-unavailable.ts';
import { requestCookies } from './platform/http/cookies.ts';
import { callerAddress, type HttpApp, type HttpEnv } from './platform/http/http.ts';
import { hasNul } from './platform/http/has-nul.ts';
import { createRateLimiter } from './platform/http/rate-limit.ts';
import type { Platform } from './platform/platform.ts';
import { withReadReplica } from './platform/database/replica.ts';
import type { AppRouter } from './router.ts';

z.config(z.locales.pt());

/** On open event streams: proxies close what is silent for longer, often after 30 s. */
const HEARTBEAT_MS = 15_000;
const BODY_LIMIT_BYTES = 1024 * 1024;

/** The same for everybody, and nobody's own doing that must be seen at once: a replica may answer them. */
const PUBLIC_READS = /^\/api\/(?:rifas|ranking|winners|draws|site|purchase-tiers)(?:\/|$)/;

export function serveApi(app: HttpApp, platform: Platform, router: AppRouter): void {
  const handler = new OpenAPIHandler(router, {
    eventIteratorKeepAliveInterval: HEARTBEAT_MS,
    rootInterceptors: [
      async (call) => {
        const result = await call.next();
        if (result.response) addHeaders(result.response);
        return result;
      },
    ],
    // Around the procedure alone: a body that cannot be read is the sender's fault and no line in the log. Nor is a refusal
    // of the contract, even one that asks to come again: under a rush there are thousands.
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
  app.use(
    '/api/*',
    bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: (c) => c.json(refusal('PAYLOAD_TOO_LARGE', 413), 413) }),
  );
  app.use('/api/*', refuseOtherSites);
  app.all('/api/*', async (c) => {
    const principal = await authenticate(platform, c.req.header('authorization'));
    const cookies = requestCookies(c.req.header('cookie'), platform.config.publicUrl);
    const isPublic = principal === null && c.req.method === 'GET' && PUBLIC_READS.test(c.req.path);
    const context = {
      platform: isPublic ? readers : platform,
      principal,
      address: callerAddress(c, platform.config.trustedProxyHops) ?? 'internal',
      cookies,
      limiter,
      permit: c.get('permit'),
    };
    const { matched, response } = await handler.handle(c.req.raw, { prefix: '/api', context });
    if (!matched) return c.json(refusal('NOT_FOUND', 404), 404);
    for (const cookie of cookies.answers) response.headers.append('set-cookie', cookie);
    return response;
  });
}

/** Cookies of ours are sent by other sites' pages at most to look: beyond SameSite, what changes anything is refused here. */
const refuseOtherSites: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const looksOnly = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!looksOnly && c.req.header('sec-fetch-site') === 'cross-site')
    return c.json(refusal('FORBIDDEN', 403), 403);
  return next();
};

interface StandardResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/** Answers are nobody else's to keep; who is asked to wait reads in the header, too, for how long. */
function addHeaders({ status, headers, body }: StandardResponse): void {
  headers['cache-control'] = 'no-store';
  if (status !== 429 && status !== 503) return;
  const refused = asksToWait.safeParse(body);
  if (refused.success) headers['retry-after'] = String(refused.data.data.retryAfterSeconds);
  else if (status === 503) headers['retry-after'] ??= '2';
}

const asksToWait = z.object({
  defined: z.literal(true),
  data: z.object({ retryAfterSeconds: z.int() }),
});

/** The shop's name is added as its title. */
function describeApi() {
  return new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: '', version: '1' },
    servers: [{ url: '/api' }],
  });
}

function refusal(code: string, status: number) {
  return { defined: false, code, status, message: 'Endereço ou pedido não aceito.' };
}
