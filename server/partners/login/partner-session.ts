/** Sessions of the partner portal: a random token in a cookie limited to the portal's path, its hash in the table. */
import { createHash } from 'node:crypto';
import { SIGN_IN_STATUSES } from '@mare/domain/partners/partner-state.ts';
import type { Cookies } from '../../platform/http/request/cookies.ts';
import type { Platform } from '../../platform/platform.ts';

const COOKIE = 'mare_partner';
const SESSION_SECONDS = 2 * 3600;
const SETTINGS = { path: '/api/partners', sameSite: 'Strict' } as const;

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

export async function startPartnerSession(
  { db, clock, random }: Deps,
  cookies: Cookies,
  partnerId: string,
): Promise<void> {
  const token = random.bytes(32).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_SECONDS * 1000);
  await db.deleteFrom('partnerSessions').where('expiresAt', '<=', createdAt).execute();
  await db
    .insertInto('partnerSessions')
    .values({ tokenHash: hashOf(token), partnerId, createdAt, expiresAt })
    .execute();
  cookies.set(COOKIE, token, { ...SETTINGS, maxAgeSeconds: SESSION_SECONDS });
}

/** @returns the partner of a valid session, active or paused */
export async function findSessionPartner(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  cookies: Cookies,
): Promise<{ id: string; isPaused: boolean } | null> {
  const token = cookies.read(COOKIE);
  if (!token) return null;
  const partner = await db
    .selectFrom('partnerSessions')
    .innerJoin('partners', 'partners.id', 'partnerSessions.partnerId')
    .select(['partners.id', 'partners.status'])
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', clock.now())
    .where('partners.status', 'in', SIGN_IN_STATUSES)
    .executeTakeFirst();
  return partner ? { id: partner.id, isPaused: partner.status === 'inactive' } : null;
}

export async function endPartnerSession({ db }: Pick<Platform, 'db'>, cookies: Cookies): Promise<void> {
  const token = cookies.read(COOKIE);
  if (!token) return;
  await db.deleteFrom('partnerSessions').where('tokenHash', '=', hashOf(token)).execute();
  cookies.set(COOKIE, '', { ...SETTINGS, maxAgeSeconds: 0 });
}
