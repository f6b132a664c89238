import { recordReversibleChange } from '../security/reversible-changes.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import type { Auth, Client, Executor } from '../auth.ts';
import type { Session } from '../accounts.queries.ts';
import type { AuthCaller } from '../authenticate.ts';
import { reject, type Outcome } from '../protocol/outcome.ts';
import { raiseSession } from '../sessions/raise-session.ts';
import { respondWithSession, type SessionResponse } from '../sessions/start-session.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { CHALLENGE_SECONDS } from './challenge-factor.ts';
import { factorRow } from './enroll-factor.ts';
import type { Challenge, Factor } from './factors.queries.ts';
import { findFactor } from './find-factor.ts';
import { findAsker, returnGuess, spendGuess } from './guess-budget.ts';
import { isSmsCode } from './send-sms-code.job.ts';
import { stepOfCode } from './totp.ts';

export interface FactorProof {
  challengeId: string | undefined;
  code: string | undefined;
}

/** A correct code raises the session to aal2 and revokes the user's aal1 sessions. */
export async function verifyFactor(
  auth: Auth,
  caller: AuthCaller,
  factorId: string,
  proof: FactorProof,
  client: Client,
): Promise<Outcome<SessionResponse>> {
  const found = await findFactor(auth.db, caller, factorId);
  if (!found.ok) return found;
  const { challengeId, code } = proof;
  if (!challengeId || !code)
    return reject(400, 'validation_failed', 'Verify requires a challenge_id and a code');
  const factor = found.value;
  const asker = await findAsker(auth.db, caller, client);
  const tooMany = await spendGuess(auth, caller, asker, client);
  if (tooMany) return tooMany;
  const raised = await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
    const challenge = await lockChallenge(trx, challengeId);
    if (!challenge || !isOpen(auth, challenge, factor, caller)) {
      const message = `MFA challenge ${challengeId.slice(0, 40)} has expired, verify against another challenge or create a new challenge.`;
      return reject(422, 'mfa_challenge_expired', message);
    }
    if (!(await isRightCode(auth, trx, factor, challenge, code))) {
      const message =
        factor.factorType === 'totp' ? 'Invalid TOTP code entered' : 'Invalid MFA Phone code entered';
      return reject(422, 'mfa_verification_failed', message);
    }
    await returnGuess(trx, asker);
    await trx
      .updateTable('auth.mfaChallenges')
      .set({ usedAt: auth.clock.now() })
      .where('id', '=', challenge.id)
      .execute();
    const method = factor.factorType === 'totp' ? 'totp' : 'mfa/phone';
    const session = await raiseSession(auth, trx, caller.sessionId, { method, factorId: factor.id });
    if (session.ok) await acceptFactor(auth, trx, caller, factor);
    return session;
  });
  return respondWithSession(auth, raised);
}

async function lockChallenge(trx: Executor, id: string): Promise<Challenge | undefined> {
  if (!isUuid(id)) return undefined;
  return trx.selectFrom('auth.mfaChallenges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

function isOpen(auth: Auth, challenge: Challenge, factor: Factor, caller: AuthCaller): boolean {
  const age = (auth.clock.now().getTime() - challenge.createdAt.getTime()) / 1000;
  const isOwn = challenge.factorId === factor.id && challenge.sessionId === caller.sessionId;
  return isOwn && challenge.usedAt === null && age <= CHALLENGE_SECONDS;
}

/** @param challenge of a phone factor */
export async function isRightCode(
  auth: Auth,
  trx: Executor,
  factor: Factor,
  challenge: Challenge | null,
  code: string,
): Promise<boolean> {
  if (factor.factorType === 'phone')
    return (
      challenge !== null &&
      challenge.codeHash !== null &&
      isSmsCode(auth, challenge.id, code, challenge.codeHash)
    );
  // Encrypted with a secret that was replaced after a theft: its codes no longer count.
  const secret = auth.vault.tryOpen(factor.secret!, factorRow(factor.id));
  const step = secret && stepOfCode(secret, code, auth.clock.now());
  if (step === null) return false;
  // Conditional update: each time step is accepted once, also by concurrent requests (RFC 6238, 5.2).
  const accepted = await trx
    .updateTable('auth.mfaFactors')
    .set({ lastStep: step })
    .where('id', '=', factor.id)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

/** Marks the factor as verified, removes abandoned ones, and revokes the user's aal1 sessions. */
async function acceptFactor(auth: Auth, trx: Executor, caller: AuthCaller, factor: Factor): Promise<void> {
  await trx
    .updateTable('auth.mfaFactors')
    .set({ status: 'verified', updatedAt: auth.clock.now() })
    .where('id', '=', factor.id)
    .execute();
  await trx
    .deleteFrom('auth.mfaFactors')
    .where('userId', '=', caller.userId)
    .where('factorType', '=', factor.factorType)
    .where('status', '=', 'unverified')
    .execute();
  await trx
    .deleteFrom('auth.sessions')
    .where('userId', '=', caller.userId)
    .where('aal', '=', 'aal1')
    .where('id', '!=', caller.sessionId)
    .execute();
  if (factor.status === 'unverified') {
    await recordSecurityEvent(auth, trx, caller.userId, 'factor_verified', caller);
    await recordReversibleChange(auth, trx, {
      owner: { userId: caller.userId },
      kind: 'factor_verified',
      before: { id: factor.id },
      to: [caller.email],
    });
  }
}
