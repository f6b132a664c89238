import type { OpenSession } from '@mare/contract/accounts/accounts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';

/** Sessions of the caller, latest first. */
export async function listSessions(
  { db }: Pick<Platform, 'db'>,
  caller: Pick<Principal, 'userId' | 'sessionId'>,
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('auth.sessions')
    .select(['id', 'createdAt', 'refreshedAt', 'userAgent', 'ip', 'aal'])
    .where('userId', '=', caller.userId)
    .orderBy('refreshedAt', 'desc')
    .execute();
  return rows.map(({ createdAt, refreshedAt, aal, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    aal: aal === 'aal2' ? 'aal2' : 'aal1',
    lastSeenAt: refreshedAt.toISOString(),
    current: row.id === caller.sessionId,
  }));
}
