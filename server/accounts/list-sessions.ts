import type { Platform } from '../platform/platform.ts';
import type { Principal } from './authenticate.ts';

export interface OpenSession {
  id: string;
  /** The session that asks. */
  current: boolean;
  createdAt: Date;
  /** When its tokens were last renewed. */
  lastSeenAt: Date;
  userAgent: string | null;
  ip: string | null;
  aal: 'aal1' | 'aal2';
}

/** Where the caller is signed in, the latest first. */
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
  return rows.map(({ refreshedAt, aal, ...row }) => ({
    ...row,
    aal: aal === 'aal2' ? 'aal2' : 'aal1',
    lastSeenAt: refreshedAt,
    current: row.id === caller.sessionId,
  }));
}
