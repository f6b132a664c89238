import { strongestProof } from '@mare/domain/accounts/security/recent-proof.ts';
import type { Principal } from '../../platform/http/api.ts';
import { spend } from '../../platform/database/rate-limits.ts';
import type { Auth } from '../auth.ts';
import { findUser } from '../accounts.queries.ts';
import { challengeFactor } from '../factors/challenge-factor.ts';
import { factorsOf } from '../factors/factors.queries.ts';
import { PER_HOUR, PER_MINUTE } from '../messages/request-message.ts';
import { readAccountProofs } from './find-missing-proof.ts';
import { sendProofMailJob } from './send-proof-mail.job.ts';

export type SendProofCodeResult =
  | { ok: true }
  /** The account proves itself without a code that is sent. */
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'TOO_MANY_REQUESTS'; retryAfterSeconds: number };

/** Sends the code of the account's strongest proof: by text message to its phone factor, or by e-mail. */
export async function sendProofCode(auth: Auth, caller: Principal): Promise<SendProofCodeResult> {
  const proof = strongestProof(await readAccountProofs(auth.db, caller.userId));
  if (proof === 'sms') return sendBySms(auth, caller);
  if (proof !== 'email') return { ok: false, code: 'NOT_FOUND' };
  const { email } = (await findUser(auth.db, caller.userId))!;
  const key = `reauthentication ${email}`;
  const retryAfterSeconds =
    (await spend(auth.db, auth.clock, PER_MINUTE, key)) ?? (await spend(auth.db, auth.clock, PER_HOUR, key));
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterSeconds };
  await auth.jobs.enqueue(auth.db, sendProofMailJob, { userId: caller.userId });
  return { ok: true };
}

async function sendBySms(auth: Auth, caller: Principal): Promise<SendProofCodeResult> {
  const factors = await factorsOf(auth.db, caller.userId);
  const phone = factors.find(({ status, factorType }) => status === 'verified' && factorType === 'phone');
  if (!phone) return { ok: false, code: 'NOT_FOUND' };
  const sent = await challengeFactor(auth, { ...caller, secondFactorPending: false }, phone.id, 'sms', {
    ipAddress: null,
    userAgent: null,
  });
  if (sent.ok) return { ok: true };
  return sent.retryAfterSeconds
    ? { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterSeconds: sent.retryAfterSeconds }
    : { ok: false, code: 'NOT_FOUND' };
}
