/**
 * Limits on code guesses and text messages of a second factor. They apply per network and in total, so that a
 * stranger who has the password cannot use up the owner's attempts by guessing from many networks.
 */
import type { MethodUse } from '../sessions/start-session.ts';
import { type Limit, refund, resetRateLimit } from '../../platform/database/rate-limits.ts';
import { networkOf } from '../../platform/network.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth, Client, Executor } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { enqueueNotice } from '../messages/send-auth-notice.job.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';
import { reject, type Rejection } from '../protocol/outcome.ts';
import { recordSecurityEvent } from '../safety/audit.ts';

const DAY_SECONDS = 24 * 3600;
const CONSECUTIVE_GUESSES: Limit = { name: 'wrong-factor-code', hits: 10, seconds: 300 };
const GUESSES_PER_DAY: Limit = { name: 'wrong-factor-code-day', hits: 100, seconds: DAY_SECONDS };
/** 30 guesses at a million codes, up to three of them valid: a year of daily guessing succeeds in 3 of 100 cases. */
const STRANGER_GUESSES_PER_DAY: Limit = {
  name: 'wrong-factor-code-strangers',
  hits: 30,
  seconds: DAY_SECONDS,
};
const NOTICES: Limit = { name: 'factor-guessed-notice', hits: 1, seconds: DAY_SECONDS };

/**
 * Trust level of the caller. `inside`: the session passed its second factor. `known`: the account has such a session
 * in this network. `other-way`: signed in by e-mail or a provider, which needs more than the password.
 */
export type AskerKind = 'inside' | 'known' | 'other-way' | 'stranger';

export interface Asker {
  kind: AskerKind;
  /** Key of the limit of consecutive guesses. */
  key: string;
  /** Key of the daily limit. */
  dayKey: string;
}

export async function findAsker(
  db: Executor,
  { userId, sessionId, secondFactorPending }: AuthCaller,
  client: Client,
): Promise<Asker> {
  if (!secondFactorPending) return askerOf('inside', userId);
  const sessions = await db
    .selectFrom('auth.sessions')
    .select(['id', 'aal', 'ip', 'amr'])
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('id', '=', sessionId), eb('aal', '=', 'aal2')]))
    .execute();
  const methods = (sessions.find(({ id }) => id === sessionId)?.amr ?? []) as unknown as MethodUse[];
  if (methods.length > 0 && methods.every(({ method }) => method !== 'password'))
    return askerOf('other-way', userId);
  const here = networkOf(client.ipAddress);
  const isKnown =
    client.ipAddress !== null && sessions.some(({ aal, ip }) => aal === 'aal2' && networkOf(ip) === here);
  if (isKnown) return askerOf('known', `${userId} ${here}`);
  return { ...askerOf('stranger', userId), key: `${userId} stranger ${here}` };
}

function askerOf(kind: AskerKind, whose: string): Asker {
  return { kind, key: `${whose} ${kind}`, dayKey: `${whose} ${kind}` };
}

/** Counts a guess before it is checked, so that concurrent guesses do not exceed the budget. */
export async function spendGuess(
  auth: Auth,
  caller: AuthCaller,
  asker: Asker,
  client: Client,
): Promise<Rejection | null> {
  const inARow = await spendOrReject(auth.db, auth.clock, CONSECUTIVE_GUESSES, asker.key);
  if (inARow) return inARow;
  const today = await spendOrReject(auth.db, auth.clock, dayLimitOf(asker), asker.dayKey);
  if (!today || asker.kind !== 'stranger') return today;
  await warnOwner(auth, caller, client);
  const message = 'Too many wrong codes from unknown networks: sign in by e-mail or with a passkey';
  const { retryAfterSeconds } = today;
  return reject(429, 'mfa_verification_rejected', message, { retryAfterSeconds });
}

/** After a correct code: resets the consecutive limit and does not count this code towards the daily limit. */
export async function returnGuess(trx: Executor, asker: Asker): Promise<void> {
  await resetRateLimit(trx, CONSECUTIVE_GUESSES, asker.key);
  await refund(trx, dayLimitOf(asker), asker.dayKey);
}

function dayLimitOf({ kind }: Asker): Limit {
  return kind === 'stranger' ? STRANGER_GUESSES_PER_DAY : GUESSES_PER_DAY;
}

async function warnOwner(auth: Auth, { userId, email }: AuthCaller, client: Client): Promise<void> {
  if (await spendOrReject(auth.db, auth.clock, NOTICES, userId)) return;
  await inTransaction(auth.db, async (trx) => {
    await recordSecurityEvent(auth, trx, userId, 'factor_guessed', client);
    await enqueueNotice(auth, trx, 'factor_guessed', email || null, client.userAgent);
  });
}
