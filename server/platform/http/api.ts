/** Implements the contract: `api.<feature>.<procedure>.use(<guard>).handler(...)`. */
import type { Permit } from './http.ts';
import { isIP } from 'node:net';
import { implement, os } from '@orpc/server';
import { contract } from '@mare/contract/contract.ts';
import { apiErrors } from '@mare/contract/errors.ts';
import { can, type Permission, PERMISSIONS, type Role } from '@mare/domain/accounts/permissions.ts';
import type { Proof } from '@mare/domain/accounts/security/recent-proof.ts';
import { type Cookies, requestCookies } from './request/cookies.ts';
import { spend } from '../database/rate-limits.ts';
import type { Platform } from '../platform.ts';
import type { StreamTransport } from '../realtime/send-event-stream.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from './request/rate-limit.ts';

/** The authenticated caller of a request. */
export interface Principal {
  userId: string;
  sessionId: string;
  /** Empty when the account has none. */
  email: string;
  role: Role;
  /** Assurance level of the session: `aal2` after a second factor. */
  aal: 'aal1' | 'aal2';
}

export interface RequestContext {
  platform: Platform;
  principal: Principal | null;
  /** IP address of the caller, for rate limits and the activity log. */
  ipAddress: string;
  cookies: Cookies;
  /** Set by a client that may send the request again; see `once`. */
  idempotencyKey?: string | null;
  limiter: RateLimiter;
  /** Proof required of the caller before a sensitive change; null if proved recently. */
  missingProof: () => Promise<Proof | null>;
  /** Set for requests admitted by admission control. */
  permit?: Permit;
  /** For event streams; unset for callers inside the process. */
  transport?: StreamTransport | null;
  /** The API stores the response's JSON here for a caller that compresses it; unset for other callers. */
  answer?: { json: string | null };
}

/** An anonymous visitor, for calls by this process that render content shared by all visitors. */
export function internalVisitor(platform: Platform): RequestContext {
  return {
    platform,
    principal: null,
    ipAddress: 'internal',
    cookies: requestCookies(undefined, platform.config.publicUrl),
    limiter: createRateLimiter(platform.clock),
    missingProof: async () => 'sign-in',
  };
}

export const api = implement(contract).$context<RequestContext>();

/**
 * Rejects calls beyond the rate limit.
 * @param key the IP address, user or order that is limited
 * @throws TOO_MANY_REQUESTS, which the procedure must declare
 */
export function limitRate(
  { limiter }: Pick<RequestContext, 'limiter'>,
  errors: { TOO_MANY_REQUESTS(options: { data: { retryAfterSeconds: number } }): Error },
  limit: RateLimit,
  key: string,
): void {
  const retryAfterSeconds = limiter.spend(limit, key);
  if (retryAfterSeconds !== null) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds } });
}

/** A limit shared by all processes. */
export interface SharedLimit extends RateLimit {
  /**
   * Calls per window that each process admits without a query, to save writes under load. With n processes a caller
   * gets up to n times as many beyond the limit.
   */
  inProcess?: number;
}

/**
 * Like `limitRate`, but counted in the database: for operations that cost money, send messages or allow guessing.
 * @throws TOO_MANY_REQUESTS, which the procedure must declare
 */
export async function limitShared(
  { limiter, platform }: Pick<RequestContext, 'limiter' | 'platform'>,
  errors: { TOO_MANY_REQUESTS(options: { data: { retryAfterSeconds: number } }): Error },
  limit: SharedLimit,
  key: string,
): Promise<void> {
  const { inProcess = 0 } = limit;
  if (inProcess > 0 && limiter.spend({ ...limit, hits: inProcess }, key) === null) return;
  const shared = { ...limit, hits: limit.hits - inProcess };
  const retryAfterSeconds = await spend(platform.db, platform.clock, shared, key);
  if (retryAfterSeconds !== null) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds } });
}

/** The caller's IP address for the activity log; null for calls made inside the process. */
export function ipAddressOf({ ipAddress }: Pick<RequestContext, 'ipAddress'>): string | null {
  return isIP(ipAddress) ? ipAddress : null;
}

/** The team member who acts and the IP address, for the activity log. */
export interface PanelUser {
  userId: string;
  ipAddress: string | null;
}

const base = os.$context<RequestContext>();
const { NOT_AUTHENTICATED, NOT_ADMIN, RECENT_PROOF_REQUIRED } = apiErrors;

/** Guard for signed-in callers. `context.principal` is not null behind it. */
export const requireUser = base
  .errors({ NOT_AUTHENTICATED })
  .middleware(({ context: { principal }, next, errors }) => {
    if (!principal) throw errors.NOT_AUTHENTICATED();
    return next({ context: { principal } });
  });

/** Guards by permission. Each adds `context.admin`, the team member who acts, for the activity log. */
const permissionGuards = new Map(
  PERMISSIONS.map((permission) => [permission, createPermissionGuard(permission)] as const),
);

function createPermissionGuard(permission: Permission) {
  return base.errors({ NOT_AUTHENTICATED, NOT_ADMIN }).middleware(({ context, next, errors }) => {
    const { principal } = context;
    if (!principal) throw errors.NOT_AUTHENTICATED();
    if (!can(principal.role, permission)) throw errors.NOT_ADMIN();
    const admin: PanelUser = { userId: principal.userId, ipAddress: ipAddressOf(context) };
    return next({ context: { principal, admin } });
  });
}

/** Guard for roles with the permission. One middleware per permission, so that tests can recognise it. */
export function requirePermission(permission: Permission): ReturnType<typeof createPermissionGuard> {
  return permissionGuards.get(permission)!;
}

/**
 * Gate of sensitive operations, used after one of the guards above: the caller has given the strongest proof that the
 * account has, within the last ten minutes. Endpoints of the auth service use the same check (`needsRecentProof`).
 */
export const requireRecentProof = base
  .errors({ RECENT_PROOF_REQUIRED })
  .middleware(async ({ context, next, errors }) => {
    const needs = await context.missingProof();
    if (needs) throw errors.RECENT_PROOF_REQUIRED({ data: { needs } });
    return next();
  });

/** Requires a recent proof for an operation that is sensitive with some inputs only. */
export function requireRecentProofIf<Input>(
  isSensitive: (input: Input, context: RequestContext) => boolean | Promise<boolean>,
) {
  const gate = base
    .errors({ RECENT_PROOF_REQUIRED })
    .middleware(async ({ context, next, errors }, input: Input) => {
      const needs = (await isSensitive(input, context)) ? await context.missingProof() : null;
      if (needs) throw errors.RECENT_PROOF_REQUIRED({ data: { needs } });
      return next();
    });
  return Object.assign(gate, { isProofGate: true });
}

/** Exported for the test that checks all operations. */
export function isProofGate(middleware: object): boolean {
  return middleware === requireRecentProof || 'isProofGate' in middleware;
}
