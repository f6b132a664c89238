import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';

/** Ends one session of the caller's, at once. @returns whether there was such a session. */
export async function revokeSession(
  { db }: Pick<Platform, 'db'>,
  caller: Pick<Principal, 'userId'>,
  sessionId: string,
): Promise<boolean> {
  const ended = await db
    .deleteFrom('auth.sessions')
    .where('userId', '=', caller.userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return ended.numDeletedRows === 1n;
}
