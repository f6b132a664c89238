import { lockSession, type Session } from '../accounts.queries.ts';
import type { Auth, Executor } from '../auth.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { withMethod } from './session-methods.ts';
import type { Method } from './start-session.ts';

/** Raises a session to aal2. @param proof how; `factorId` is null for a recovery code */
export async function raiseSession(
  auth: Auth,
  trx: Executor,
  sessionId: string,
  { method, factorId }: { method: Method; factorId: string | null },
): Promise<Outcome<Session>> {
  const session = await lockSession(trx, sessionId);
  if (!session)
    return reject(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  const now = auth.clock.now();
  // Raises the floor: refresh tokens from before the second factor are no longer valid.
  const counter = session.refreshCounter + 1;
  const raised = await trx
    .updateTable('auth.sessions')
    .set({
      aal: 'aal2',
      amr: withMethod(session, method, now),
      factorId,
      refreshCounter: counter,
      refreshFloor: counter,
      refreshedAt: now,
    })
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return grant(raised);
}
