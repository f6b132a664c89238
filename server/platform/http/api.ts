/** The one way a feature answers the contract: `api.<feature>.<procedure>.handler(...)`. */
import type { Permit } from './http.ts';
import { isIP } from 'node:net';
import { implement } from '@orpc/server';
import { contract } from '@mare/contract/contract.ts';
import type { Cookies } from './cookies.ts';
import type { Platform } from '../platform.ts';
import type { RateLimit, RateLimiter } from './rate-limit.ts';

/** Who calls, as the session says at this moment. */
export interface Principal {
  userId: string;
  sessionId: string;
  email: string;
  role: 'buyer' | 'support' | 'admin';
  aal: 'aal1' | 'aal2';
}

export interface RequestContext {
  platform: Platform;
  principal: Principal | null;
  /** Caller's address, for rate limits and the activity log. */
  address: string;
  cookies: Cookies;
  limiter: RateLimiter;
  /** Set for requests admitted by admission control. */
  permit?: Permit;
}

export const api = implement(contract).$context<RequestContext>();

/**
 * Refuses a call beyond its limit.
 * @param key who spends: an address, a user, an order
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

/** The caller's address for the activity log; null for calls made inside the process. */
export function ipAddressOf({ address }: Pick<RequestContext, 'address'>): string | null {
  return isIP(address) ? address : null;
}

/**
 * Lets an admin alone pass.
 * @returns who decides and from where, for the activity log
 * @throws NOT_AUTHENTICATED, NOT_ADMIN, which the procedure must declare
 */
export function requireAdmin(
  context: Pick<RequestContext, 'principal' | 'address'>,
  errors: { NOT_AUTHENTICATED(): Error; NOT_ADMIN(): Error },
): Principal & { ipAddress: string | null } {
  const { principal } = context;
  if (!principal) throw errors.NOT_AUTHENTICATED();
  if (principal.role !== 'admin') throw errors.NOT_ADMIN();
  return { ...principal, ipAddress: ipAddressOf(context) };
}

/** Who changes something in the panel, for the activity log. */
export interface PanelUser {
  userId: string;
  ipAddress: string | null;
}

/** The admin who calls, and nothing else of the session. @throws as `requireAdmin` does */
export function panelUser(...call: Parameters<typeof requireAdmin>): PanelUser {
  const { userId, ipAddress } = requireAdmin(...call);
  return { userId, ipAddress };
}
