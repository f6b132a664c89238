import { RECENT_PROOF_SECONDS, strongestProof } from '@mare/domain/accounts/security/recent-proof.ts';
import type { Principal } from '../../platform/http/api.ts';
import { type Limit, refund, resetRateLimit, spend } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth, Executor } from '../auth.ts';
import { findUser, lockSession } from '../accounts.queries.ts';
import { CHALLENGE_SECONDS } from '../factors/challenge-factor.ts';
import { factorsOf } from '../factors/factors.queries.ts';
import { isRightCode } from '../factors/verify-factor.ts';
import { findByCode } from '../messages/one-time-tokens.ts';
import { withMethod } from '../sessions/session-methods.ts';
import type { Method } from '../sessions/start-session.ts';
import { isPassword } from '../sign-in/passwords.ts';
import {
  acceptAssertion,
  type AssertionForm,
  type VerifiedAssertion,
  verifyAssertion,
} from '../passkeys/verify-assertion.ts';
import { readAccountProofs } from './find-missing-proof.ts';

/** Limit per session, so that a stolen session cannot block those of the owner. */
const TRIES: Limit = { name: 'recent-proof', hits: 10, seconds: 300 };
const TRIES_PER_DAY: Limit = { name: 'recent-proof-day', hits: 50, seconds: 24 * 3600 };
/** Lifetime of an e-mailed code. */
const CODE_SECONDS = 600;

type Caller = Pick<Principal, 'userId' | 'sessionId'>;

export type ProveResult =
  | { ok: true; provedUntil: Date }
  | { ok: false; code: 'PROOF_INVALID' }
  | { ok: false; code: 'TOO_MANY_REQUESTS'; retryAfterSeconds: number };

/** Verifies the strongest proof of the account, and records its time in the session. Weaker proofs are rejected. */
export async function prove(
  auth: Auth,
  caller: Caller,
  proofs: { password?: string | undefined; code?: string | undefined; passkey?: AssertionForm | undefined },
): Promise<ProveResult> {
  const retryAfterSeconds =
    (await spend(auth.db, auth.clock, TRIES, caller.sessionId)) ??
    (await spend(auth.db, auth.clock, TRIES_PER_DAY, caller.sessionId));
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterSeconds };
  const proof = strongestProof(await readAccountProofs(auth.db, caller.userId));
  const assertion = proofs.passkey && (await verifyAssertion(auth, proofs.passkey, caller));
  // Hashing takes time, so it happens before rows are locked.
  const method = proof === 'password' ? await byPassword(auth, caller, proofs.password) : null;
  return inTransaction<ProveResult>(auth.db, async (trx) => {
    const proved =
      method ??
      (assertion?.ok ? await byPasskey(auth, trx, caller, assertion.value) : null) ??
      (proofs.code ? await byCode(auth, trx, caller, proof, proofs.code) : null);
    const session = proved && (await lockSession(trx, caller.sessionId));
    if (!proved || !session) return { ok: false, code: 'PROOF_INVALID' };
    await resetRateLimit(trx, TRIES, caller.sessionId);
    await refund(trx, TRIES_PER_DAY, caller.sessionId);
    const now = auth.clock.now();
    await trx
      .updateTable('auth.sessions')
      .set({ amr: withMethod(session, proved, now) })
      .where('id', '=', session.id)
      .execute();
    return { ok: true, provedUntil: new Date(now.getTime() + RECENT_PROOF_SECONDS * 1000) };
  });
}

async function byPassword(
  { db }: Auth,
  { userId }: Caller,
  password: string | undefined,
): Promise<Method | null> {
  const user = await findUser(db, userId);
  return password && (await isPassword(password, user?.passwordHash)) ? 'password' : null;
}

async function byPasskey(
  auth: Auth,
  trx: Executor,
  caller: Caller,
  assertion: VerifiedAssertion,
): Promise<Method | null> {
  const rejection = await acceptAssertion(auth, trx, assertion);
  return !rejection && assertion.passkey.userId === caller.userId ? 'mfa/webauthn' : null;
}

async function byCode(
  auth: Auth,
  trx: Executor,
  caller: Caller,
  proof: string,
  code: string,
): Promise<Method | null> {
  if (proof === 'app' || proof === 'sms') return byFactor(auth, trx, caller, code);
  return proof === 'email' ? byEmail(auth, trx, caller, code) : null;
}

/** The codes of all verified factors count: an account may have an app and a phone. */
async function byFactor(auth: Auth, trx: Executor, caller: Caller, code: string): Promise<Method | null> {
  const oldest = new Date(auth.clock.now().getTime() - CHALLENGE_SECONDS * 1000);
  for (const factor of await factorsOf(trx, caller.userId)) {
    if (factor.status !== 'verified') continue;
    const challenge = await trx
      .selectFrom('auth.mfaChallenges')
      .selectAll()
      .where('factorId', '=', factor.id)
      .where('sessionId', '=', caller.sessionId)
      .where('usedAt', 'is', null)
      .where('createdAt', '>', oldest)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!(await isRightCode(auth, trx, factor, challenge ?? null, code))) continue;
    if (challenge)
      await trx
        .updateTable('auth.mfaChallenges')
        .set({ usedAt: auth.clock.now() })
        .where('id', '=', challenge.id)
        .execute();
    return factor.factorType === 'totp' ? 'totp' : 'mfa/phone';
  }
  return null;
}

async function byEmail(auth: Auth, trx: Executor, { userId }: Caller, code: string): Promise<Method | null> {
  const user = await findUser(trx, userId);
  if (!user?.email) return null;
  const token = await findByCode(auth, trx, user.email, code, ['reauthentication']);
  const age = token && (auth.clock.now().getTime() - token.createdAt.getTime()) / 1000;
  if (!token || token.userId !== userId || age! > CODE_SECONDS) return null;
  await trx.deleteFrom('auth.oneTimeTokens').where('id', '=', token.id).execute();
  return 'otp';
}
