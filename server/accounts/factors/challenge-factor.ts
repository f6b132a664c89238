import type { Auth, Client } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { rejectTooSoon } from '../messages/request-message.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import type { Limit } from '../../platform/database/rate-limits.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { findFactor } from './find-factor.ts';
import { findAsker } from './guess-budget.ts';
import { sendSmsCodeJob } from './send-sms-code.job.ts';
import { spendSms } from './sms-budget.ts';

export const CHALLENGE_SECONDS = 300;

const SMS_PER_MINUTE: Limit = { name: 'sms-minute', hits: 1, seconds: 60 };
const SMS_PER_DAY: Limit = { name: 'sms-day', hits: 10, seconds: 24 * 3600 };
/** Shared by all callers who have only the password, so that they cannot use up the owner's text messages. */
const SMS_PER_DAY_OF_STRANGERS: Limit = { name: 'sms-day', hits: 5, seconds: 24 * 3600 };

export interface ChallengeAnswer {
  id: string;
  type: string;
  /** Unix seconds. */
  expires_at: number;
}

/** Creates a challenge of five minutes for this session; sends the code for phone factors. */
export async function challengeFactor(
  auth: Auth,
  caller: AuthCaller,
  factorId: string,
  channel: string | undefined,
  client: Client,
): Promise<Outcome<ChallengeAnswer>> {
  const factor = await findFactor(auth.db, caller, factorId);
  if (!factor.ok) return factor;
  const { id, factorType } = factor.value;
  if (factorType === 'phone' && (channel ?? 'sms') !== 'sms')
    return reject(400, 'validation_failed', 'Invalid channel provided. Only sms is supported');
  const tooSoon = factorType === 'phone' ? await limitSms(auth, caller, id, client) : null;
  if (tooSoon) return tooSoon;
  const now = auth.clock.now();
  const challengeId = auth.random.uuid();
  await inTransaction(auth.db, async (trx) => {
    await trx
      .insertInto('auth.mfaChallenges')
      .values({ id: challengeId, factorId: id, sessionId: caller.sessionId, createdAt: now })
      .execute();
    await trx.updateTable('auth.mfaFactors').set({ lastChallengedAt: now }).where('id', '=', id).execute();
    if (factorType === 'phone') await auth.jobs.enqueue(trx, sendSmsCodeJob, { challengeId });
  });
  const expiresAt = Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS;
  return grant({ id: challengeId, type: factorType, expires_at: expiresAt });
}

async function limitSms(
  auth: Auth,
  caller: AuthCaller,
  factorId: string,
  client: Client,
): Promise<Rejection | null> {
  const { db } = auth;
  const { kind, dayKey } = await findAsker(db, caller, client);
  const perDay = kind === 'stranger' ? SMS_PER_DAY_OF_STRANGERS : SMS_PER_DAY;
  const rejection =
    (await spendOrReject(db, auth.clock, SMS_PER_MINUTE, `${factorId} ${dayKey}`)) ??
    (await spendOrReject(db, auth.clock, perDay, dayKey)) ??
    (await spendSms(db, auth.clock, auth.settings));
  return rejection && rejectTooSoon('over_sms_send_rate_limit', rejection.retryAfterSeconds!);
}
