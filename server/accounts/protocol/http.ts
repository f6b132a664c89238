/** HTTP layer of the auth service, common to all endpoints. */
import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import type { z } from 'zod';
import { callerIpAddress } from '../../platform/http/http.ts';
import type { Auth, Client } from '../auth.ts';
import { type AuthCaller, verifyBearer } from '../authenticate.ts';
import { validateCaptcha } from '../safety/captcha.ts';
import { emailTaken } from '../messages/change-email.ts';
import { isStorableText, readJsonBody, type JsonBody } from './json-body.ts';
import { reject, type Outcome, type Rejection } from './outcome.ts';
import { type Limit } from '../../platform/database/rate-limits.ts';
import { networkOf } from '../../platform/network.ts';
import { findMissingProof } from '../proof/find-missing-proof.ts';
import { spendOrReject } from './limit-rate.ts';
import { validateSecondFactor } from './second-factor-gate.ts';
import { allowedRedirect } from './redirects.ts';
import { isOutage, violatedUnique } from '../../platform/database/transaction.ts';
import { limitBody } from '../../platform/http/request/limit-body.ts';

const BODY_MAX_BYTES = 1024 * 1024;
const API_VERSION = '2024-01-01';
/** Per user: limits abuse of a stolen token. */
const CHANGES: Limit = { name: 'changes', hits: 200, seconds: 300 };
const PUBLIC_CALLS: Limit = { name: 'address', hits: 600, seconds: 300 };

export interface AuthRequest<Body> {
  body: Body;
  query: (name: string) => string | undefined;
  param: (name: string) => string;
  client: Client;
  /** Redirect target: the requested one if allowed, else the site. */
  redirectTo: string;
}

export type HandlerResult = Outcome<unknown> | Response;

export interface Endpoint<Body> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Types only: a wrong type is `bad_json`; use cases validate values. */
  body?: z.ZodType<Body>;
  /** Exempt from the rate limit by IP address, e.g. public documents. */
  isUnlimited?: (c: Context) => boolean;
  /** Private endpoints: whether the change needs a recent proof of the owner's presence. */
  needsRecentProof?: (body: Body) => boolean;
  /** Whether a captcha token is required, if captchas are on. */
  needsCaptcha?: (c: Context) => boolean;
}

export function createAuthApp(auth: Auth): Hono {
  const app = new Hono();
  app.use(
    cors({
      origin: '*',
      allowHeaders: ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'],
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: ['X-Supabase-Api-Version'],
    }),
  );
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use(
    limitBody({
      maxSize: BODY_MAX_BYTES,
      onError: (c) => {
        // The body is not read to its end, so the connection cannot be reused.
        c.header('Connection', 'close');
        return sendRejection(c, reject(413, 'request_entity_too_large', 'Request body is too large'));
      },
    }),
  );
  app.onError((error, c) => {
    if (violatedUnique(error) === 'users_email') return sendRejection(c, emailTaken());
    const outage = isOutage(error);
    auth.log.error({ err: error, path: c.req.path }, 'auth service fault');
    const message = outage ? 'Service temporarily unavailable' : 'Unexpected failure, please try again later';
    return sendRejection(c, reject(outage ? 503 : 500, 'unexpected_failure', message));
  });
  return app;
}

/** Answers unknown paths and methods in the service's error format. */
export function addNotFound(app: Hono): void {
  app.all('*', (c) => sendRejection(c, reject(404, 'not_found', 'Not found')));
}

/** A public endpoint; ignores the Authorization header. */
export function addPublic<Body>(
  app: Hono,
  auth: Auth,
  endpoint: Endpoint<Body>,
  handle: (request: AuthRequest<Body>, c: Context) => Promise<HandlerResult>,
): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const client = clientOf(c, auth);
    const limited = endpoint.isUnlimited?.(c) ? null : await spendByIpAddress(auth, client);
    if (limited) return sendRejection(c, limited);
    const request = await readRequest(c, endpoint, client, auth);
    return request.ok ? respond(c, await handle(request.value, c)) : sendRejection(c, request);
  });
}

/** An endpoint for signed-in users, who have shown their second factor if the account has one. */
export function addPrivate<Body>(
  app: Hono,
  auth: Auth,
  endpoint: Endpoint<Body>,
  handle: (caller: AuthCaller, request: AuthRequest<Body>, c: Context) => Promise<HandlerResult>,
): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const caller = await verifyBearer(auth, c.req.header('authorization'));
    if (!caller.ok) return sendRejection(c, caller);
    const pending = validateSecondFactor(caller.value, endpoint, c);
    if (pending) return sendRejection(c, pending);
    const limited =
      c.req.method === 'GET'
        ? null
        : await spendOrReject(auth.db, auth.clock, CHANGES, changesKey(caller.value, clientOf(c, auth)));
    if (limited) return sendRejection(c, limited);
    const request = await readRequest(c, endpoint, clientOf(c, auth), auth);
    if (!request.ok) return sendRejection(c, request);
    if (endpoint.needsRecentProof?.(request.value.body) && (await findMissingProof(auth, caller.value)))
      return sendRejection(
        c,
        reject(400, 'reauthentication_needed', 'This change requires reauthentication'),
      );
    return respond(c, await handle(caller.value, request.value, c));
  });
}

/** A stranger who has the password only does not use up the owner's changes. */
function changesKey({ userId, secondFactorPending }: AuthCaller, { ipAddress }: Client): string {
  return secondFactorPending ? `${userId} pending ${networkOf(ipAddress)}` : userId;
}

function respond(c: Context, result: HandlerResult): Response {
  if (result instanceof Response) return result;
  return result.ok ? c.json(result.value as object) : sendRejection(c, result);
}

/** Both error formats of the protocol: clients opt in to the dated one. */
function sendRejection(c: Context, rejection: Rejection): Response {
  const { status, code, message, reasons } = rejection;
  const weakness = reasons ? { weak_password: { reasons } } : {};
  const requestedVersion = c.req.header('x-supabase-api-version') ?? '';
  const dated =
    /^\d{4}-\d{2}-\d{2}$/.test(requestedVersion) &&
    !Number.isNaN(Date.parse(requestedVersion)) &&
    requestedVersion >= API_VERSION;
  c.header('X-Sb-Error-Code', code);
  if (dated) c.header('X-Supabase-Api-Version', API_VERSION);
  if (rejection.retryAfterSeconds) c.header('Retry-After', String(rejection.retryAfterSeconds));
  const body = dated
    ? { code, message, ...weakness }
    : { code: status, error_code: code, msg: message, ...weakness };
  return c.json(body, status as 400);
}

async function readRequest<Body>(
  c: Context,
  endpoint: Endpoint<Body>,
  client: Client,
  auth: Auth,
): Promise<Outcome<AuthRequest<Body>>> {
  const query = c.req.query();
  if (!Object.entries(query).flat().every(isStorableText))
    return reject(400, 'validation_failed', 'Query holds text that cannot be stored');
  const json = endpoint.body ? readJsonBody(await c.req.text()) : null;
  const captcha =
    endpoint.needsCaptcha?.(c) && json?.ok ? await validateCaptcha(auth, json.value, client) : null;
  if (captcha) return captcha;
  const body = json && readTyped(endpoint.body!, json);
  if (body && !body.ok) return body;
  return {
    ok: true,
    value: {
      body: body?.value as Body,
      query: (name) => query[name] || undefined,
      param: (name) => c.req.param(name) ?? '',
      client,
      redirectTo: allowedRedirect(auth.settings, query.redirect_to ?? c.req.header('redirect_to')),
    },
  };
}

function readTyped<Body>(schema: z.ZodType<Body>, json: Outcome<JsonBody>): Outcome<Body> {
  if (!json.ok) return json;
  const parsed = schema.safeParse(json.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  return reject(400, 'bad_json', `Could not parse request body: wrong type of ${field}`);
}

function clientOf(c: Context, auth: Auth): Client {
  return {
    ipAddress: callerIpAddress(c, auth.config.trustedProxyHops),
    userAgent: c.req.header('user-agent') ?? null,
  };
}

function spendByIpAddress(auth: Auth, client: Client): Promise<Rejection | null> {
  const limit = { ...PUBLIC_CALLS, hits: Math.round(PUBLIC_CALLS.hits * auth.settings.ipLimitFactor) };
  return spendOrReject(auth.db, auth.clock, limit, networkOf(client.ipAddress));
}
