import type { AccountRole } from '@mare/contract/accounts/accounts.ts';
import type { Platform } from '../platform/platform.ts';
import { findPrincipal } from './principals.queries.ts';
import { grant, refuse, type Outcome } from './protocol/outcome.ts';
import { verifyAccessToken } from './tokens/access-token.ts';

/** Who makes a request. */
export interface Principal {
  userId: string;
  sessionId: string;
  role: AccountRole;
  /** Assurance level of the session: `aal2` once a second factor was shown. */
  aal: 'aal1' | 'aal2';
  /** Empty when the account has none. */
  email: string;
  /** The account has a second factor, and the session has yet to show it. */
  secondFactorPending: boolean;
}

type Reader = Pick<Platform, 'db' | 'pool' | 'clock' | 'config'>;

/**
 * @returns null for a visitor, and for who has given the password but not yet the second factor. The session is read
 * every time: signing out ends an access token at once. Outside the demonstration, staff have the rights of a buyer until
 * they have shown a second factor.
 */
export async function authenticate(
  platform: Reader,
  authorizationHeader: string | null | undefined,
): Promise<Principal | null> {
  const outcome = await verifyBearer(platform, authorizationHeader);
  if (!outcome.ok || outcome.value.secondFactorPending) return null;
  const isTrusted = platform.config.demo || outcome.value.aal === 'aal2';
  return isTrusted ? outcome.value : { ...outcome.value, role: 'buyer' };
}

/** For the auth service itself: says what is wrong, and lets in who has yet to show the second factor. */
export async function verifyBearer(
  platform: Reader,
  authorizationHeader: string | null | undefined,
): Promise<Outcome<Principal>> {
  const token = /^Bearer +(\S+) *$/i.exec(authorizationHeader ?? '')?.[1];
  if (!token) return refuse(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await verifyAccessToken(platform, token);
  if ('fault' in claims)
    return refuse(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${claims.fault}`);
  const row = await findPrincipal(platform.pool, claims);
  if (!row) return refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (row.banned_until && row.banned_until > platform.clock.now())
    return refuse(403, 'user_banned', 'User is banned');
  if (!row.session_id)
    return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  return grant({
    userId: claims.userId,
    sessionId: row.session_id,
    role: (row.role ?? 'buyer') as AccountRole,
    aal: row.aal === 'aal2' ? 'aal2' : 'aal1',
    secondFactorPending: row.aal !== 'aal2' && row.has_verified_factor,
    email: row.email ?? '',
  });
}
