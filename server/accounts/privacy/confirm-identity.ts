import { findUser } from '../accounts.queries.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';
import { type Limit, spend } from '../../platform/database/rate-limits.ts';
import type { MethodUse } from '../sessions/start-session.ts';
import { isPassword } from '../sign-in/passwords.ts';

const TRIES: Limit = { name: 'confirm-identity', hits: 10, seconds: 300 };
/** A second factor or sign-in at a provider counts as fresh for this long. */
const RECENT_SECONDS = 600;

export type ConfirmIdentityResult =
  | { ok: true }
  | { ok: false; code: 'IDENTITY_NOT_CONFIRMED'; needs: 'password' | 'code' | 'sign-in' }
  | { ok: false; code: 'TOO_MANY_REQUESTS'; retryAfterSeconds: number };

/**
 * Re-authenticates the owner before an irreversible action: by password, or by a recent second factor. Accounts with
 * neither need a fresh sign-in at their provider.
 */
export async function confirmIdentity(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  caller: Pick<Principal, 'userId' | 'sessionId'>,
  password: string | undefined,
): Promise<ConfirmIdentityResult> {
  const user = await findUser(db, caller.userId);
  if (await usedRecently(db, clock, caller.sessionId, ['totp', 'mfa/phone'])) return { ok: true };
  if (user?.passwordHash && password) {
    const retryAfterSeconds = await spend(db, clock, TRIES, caller.userId);
    if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterSeconds };
    if (await isPassword(password, user.passwordHash)) return { ok: true };
  }
  if (user?.passwordHash) return { ok: false, code: 'IDENTITY_NOT_CONFIRMED', needs: 'password' };
  if (await hasFactor(db, caller.userId)) return { ok: false, code: 'IDENTITY_NOT_CONFIRMED', needs: 'code' };
  if (await usedRecently(db, clock, caller.sessionId, ['oauth', 'otp', 'recovery'])) return { ok: true };
  return { ok: false, code: 'IDENTITY_NOT_CONFIRMED', needs: 'sign-in' };
}

async function usedRecently(
  db: Platform['db'],
  clock: Platform['clock'],
  sessionId: string,
  methods: readonly string[],
): Promise<boolean> {
  const session = await db
    .selectFrom('auth.sessions')
    .select('amr')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  const since = clock.now().getTime() / 1000 - RECENT_SECONDS;
  const uses = (session?.amr ?? []) as unknown as MethodUse[];
  return uses.some((use) => methods.includes(use.method) && use.timestamp >= since);
}

async function hasFactor(db: Platform['db'], userId: string): Promise<boolean> {
  const factor = await db
    .selectFrom('auth.mfaFactors')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst();
  return factor !== undefined;
}
