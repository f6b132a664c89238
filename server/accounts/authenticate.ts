import type { AccountRole } from '@mare/contract/accounts/accounts.ts';
import type { Principal } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';
import { findPrincipal } from './principals.queries.ts';
import { grant, reject, type Outcome } from './protocol/outcome.ts';
import { verifyAccessToken } from './tokens/access-token.ts';

/** The caller of the auth service, who may have yet to pass the second factor. */
export interface AuthCaller extends Principal {
  /** The account has a second factor that this session has not passed. */
  secondFactorPending: boolean;
}

type Reader = Pick<Platform, 'db' | 'pool' | 'caches' | 'clock' | 'config'>;

/**
 * Reads the session from the database for each request, so that signing out revokes access tokens at once. Outside the
 * demo, staff have the rights of a buyer until they pass a second factor.
 * @returns null for visitors, and for sessions that have yet to pass the second factor
 */
export async function authenticate(
  platform: Reader,
  authorizationHeader: string | null | undefined,
): Promise<Principal | null> {
  const outcome = await verifyBearer(platform, authorizationHeader);
  if (!outcome.ok || outcome.value.secondFactorPending) return null;
  const { secondFactorPending: _, ...principal } = outcome.value;
  const isTrusted = platform.config.demo || principal.aal === 'aal2';
  return isTrusted ? principal : { ...principal, role: 'buyer' };
}

/** For the auth service: returns the reason of a failure, and accepts sessions that have yet to pass the second factor. */
export async function verifyBearer(
  platform: Reader,
  authorizationHeader: string | null | undefined,
): Promise<Outcome<AuthCaller>> {
  const token = /^Bearer +(\S+) *$/i.exec(authorizationHeader ?? '')?.[1];
  if (!token) return reject(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await verifyAccessToken(platform, token);
  if ('fault' in claims)
    return reject(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${claims.fault}`);
  const row = await findPrincipal(platform, claims);
  if (!row) return reject(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (row.banned_until && row.banned_until > platform.clock.now())
    return reject(403, 'user_banned', 'User is banned');
  if (!row.session_id)
    return reject(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  return grant({
    userId: claims.userId,
    sessionId: row.session_id,
    role: (row.role ?? 'buyer') as AccountRole,
    aal: row.aal === 'aal2' ? 'aal2' : 'aal1',
    secondFactorPending: row.aal !== 'aal2' && row.has_verified_factor,
    email: row.email ?? '',
  });
}
