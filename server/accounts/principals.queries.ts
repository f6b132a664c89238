/** Reads the principal of an access token on every request, batched over concurrent requests. */
import type pg from 'pg';
import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';
import type { AccessTokenClaims } from './tokens/access-token.ts';

export interface PrincipalRow {
  email: string | null;
  banned_until: Date | null;
  /** Null: the session has ended or belongs to another user. */
  session_id: string | null;
  aal: string | null;
  role: string | null;
  has_verified_factor: boolean;
}

const principalLoader = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((requests: AccessTokenClaims[]) => findPrincipals(pool, requests)),
);

/** @returns undefined if the user does not exist */
export function findPrincipal(
  platform: Pick<Platform, 'pool' | 'caches'>,
  claims: AccessTokenClaims,
): Promise<PrincipalRow | undefined> {
  return principalLoader(platform).load(claims);
}

async function findPrincipals(
  pool: pg.Pool,
  requests: readonly AccessTokenClaims[],
): Promise<(PrincipalRow | undefined)[]> {
  const { rows } = await pool.query<PrincipalRow & { place: number }>({
    name: 'find-principals',
    text: `select asked.place::integer, person.email, person.banned_until, session.id as session_id, session.aal,
             profile.role,
             exists (select 1 from auth.mfa_factors factor
                     where factor.user_id = person.id and factor.status = 'verified') as has_verified_factor
           from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (user_id, session_id, place)
           join auth.users person on person.id = asked.user_id
           left join auth.sessions session on session.id = asked.session_id and session.user_id = person.id
           left join profiles profile on profile.id = person.id`,
    values: [requests.map((one) => one.userId), requests.map((one) => one.sessionId)],
  });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return requests.map((_, index) => byPlace.get(index + 1));
}
