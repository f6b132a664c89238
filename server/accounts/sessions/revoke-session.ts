import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';

/** Revokes a session of the caller. @returns false if the caller has no such session */
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
