import { type AccountProofs, missingProof, type Proof } from '@mare/domain/accounts/security/recent-proof.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';
import type { Executor } from '../auth.ts';
import { factorsOf } from '../factors/factors.queries.ts';
import { passkeysOf } from '../passkeys/passkeys.queries.ts';
import type { MethodUse } from '../sessions/start-session.ts';

/** @returns the proof that the session needs before a sensitive change; null if it gave one recently */
export async function findMissingProof(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>,
): Promise<Proof | null> {
  const session = await db
    .selectFrom('auth.sessions')
    .select('amr')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  const uses = (session?.amr ?? []) as unknown as MethodUse[];
  return missingProof(await readAccountProofs(db, userId), uses, clock.now());
}

export async function readAccountProofs(db: Executor, userId: string): Promise<AccountProofs> {
  const user = await db
    .selectFrom('auth.users')
    .leftJoin('expressAccounts as express', 'express.userId', 'auth.users.id')
    .select(['passwordHash', 'auth.users.email', 'express.createdAt as expressSince', 'express.confirmedAt'])
    .where('auth.users.id', '=', userId)
    .executeTakeFirst();
  const verified = (await factorsOf(db, userId)).filter(({ status }) => status === 'verified');
  return {
    factors: verified.map(({ factorType }) => factorType as 'totp' | 'phone'),
    hasPasskey: (await passkeysOf(db, userId)).length > 0,
    hasPassword: user?.passwordHash != null,
    hasEmail: user?.email != null,
    isUnconfirmed: user?.expressSince != null && user.confirmedAt === null && user.email === null,
  };
}
