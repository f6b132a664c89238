import { resetRateLimit, type Limit } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf } from '../../platform/network.ts';
import type { Session } from '../accounts.queries.ts';
import type { Auth, Client } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { enqueueNotice } from '../messages/send-auth-notice.job.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';
import { reject, type Outcome } from '../protocol/outcome.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { raiseSession } from '../sessions/raise-session.ts';
import { respondWithSession, type SessionResponse } from '../sessions/start-session.ts';
import { recoveryCodeHashes } from './recovery-code.ts';

/** Limit per network: with 50 bits a total limit is unnecessary, and a stranger with the password could use it up. */
const WRONG_CODES: Limit = { name: 'wrong-recovery-code', hits: 10, seconds: 300 };

/** A code raises the session to aal2 in place of the second factor, once. */
export async function verifyRecoveryCode(
  auth: Auth,
  caller: AuthCaller,
  code: string | undefined,
  client: Client,
): Promise<Outcome<SessionResponse>> {
  if (!code) return reject(400, 'validation_failed', 'Verify requires a code');
  const { userId } = caller;
  const tried = `${userId} ${networkOf(client.ipAddress)}`;
  const tooMany = await spendOrReject(auth.db, auth.clock, WRONG_CODES, tried);
  if (tooMany) return tooMany;
  const raised = await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
    const used = await trx
      .updateTable('auth.recoveryCodes')
      .set({ usedAt: auth.clock.now() })
      .where('userId', '=', userId)
      .where('codeHash', 'in', recoveryCodeHashes(auth, userId, code))
      .where('usedAt', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n)
      return reject(422, 'mfa_verification_failed', 'Invalid recovery code entered');
    await resetRateLimit(trx, WRONG_CODES, tried);
    const { left } = await trx
      .selectFrom('auth.recoveryCodes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow();
    await recordSecurityEvent(auth, trx, userId, 'recovery_code_used', client);
    await enqueueNotice(auth, trx, 'recovery_code_used', caller.email || null, client.userAgent, [
      ['Códigos que restam', String(left)],
    ]);
    return raiseSession(auth, trx, caller.sessionId, { method: 'mfa/recovery_code', factorId: null });
  });
  return respondWithSession(auth, raised);
}
