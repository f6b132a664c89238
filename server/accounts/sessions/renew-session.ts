import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { movePushSubscriptions } from '../../notifications/push/subscribe-push.ts';
import type { Session } from '../accounts.queries.ts';
import type { Auth } from '../auth.ts';
import { sessionRow } from './start-session.ts';

/**
 * Moves a session to another id: none of its earlier tokens, or of their copies, counts any more (OWASP ASVS 7.2.4).
 * @param raised rights that the session gains
 */
export async function renewSession(
  auth: Auth,
  trx: Transaction<DB>,
  session: Session,
  raised: { aal?: string; amr?: string; factorId?: string | null } = {},
): Promise<Session> {
  const id = auth.random.uuid();
  const renewed = await trx
    .insertInto('auth.sessions')
    .values({
      ...session,
      amr: JSON.stringify(session.amr),
      ...raised,
      id,
      refreshKey: auth.vault.seal(auth.random.bytes(32), sessionRow(id)),
      refreshCounter: 0,
      refreshFloor: 0,
      refreshedAt: auth.clock.now(),
      renewAtRefresh: false,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await movePushSubscriptions(trx, session.id, id);
  await trx.deleteFrom('auth.sessions').where('id', '=', session.id).execute();
  return renewed;
}
