import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { lockSession, type Session } from '../accounts.queries.ts';
import type { Auth } from '../auth.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { renewSession } from './renew-session.ts';
import { withMethod } from './session-methods.ts';
import type { Method } from './start-session.ts';

/**
 * Raises a session to aal2, under another id: a copy of its tokens does not rise with it.
 * @param proof how; `factorId` is null for a recovery code
 */
export async function raiseSession(
  auth: Auth,
  trx: Transaction<DB>,
  sessionId: string,
  { method, factorId }: { method: Method; factorId: string | null },
): Promise<Outcome<Session>> {
  const session = await lockSession(trx, sessionId);
  if (!session)
    return reject(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  const amr = withMethod(session, method, auth.clock.now());
  return grant(await renewSession(auth, trx, session, { aal: 'aal2', amr, factorId }));
}
