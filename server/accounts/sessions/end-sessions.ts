import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';

/** @param scope `global` ends all sessions of the user, `local` this one, `others` all but this one. */
export async function endSessions(
  { db }: Pick<Platform, 'db'>,
  caller: Pick<Principal, 'userId' | 'sessionId'>,
  scope: string,
): Promise<Outcome<null>> {
  const ended = db.deleteFrom('auth.sessions').where('userId', '=', caller.userId);
  switch (scope) {
    case 'global':
      await ended.execute();
      return grant(null);
    case 'local':
      await ended.where('id', '=', caller.sessionId).execute();
      return grant(null);
    case 'others':
      await ended.where('id', '!=', caller.sessionId).execute();
      return grant(null);
    default:
      return reject(400, 'validation_failed', `Unsupported logout scope "${scope.slice(0, 40)}"`);
  }
}
