import { inTransaction } from '../../platform/database/transaction.ts';
import { lockUser } from '../accounts.queries.ts';
import type { Auth } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { factorsOf } from '../factors/factors.queries.ts';
import { passkeysOf } from '../passkeys/passkeys.queries.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { newRecoveryCode, RECOVERY_CODES, recoveryCodeHash } from './recovery-code.ts';

interface NewRecoveryCodes {
  id: string;
  type: 'recovery_code';
  total: number;
  codes: string[];
}

/** Creates ten codes, which are returned only here. All earlier codes become void. */
export async function replaceRecoveryCodes(
  auth: Auth,
  caller: AuthCaller,
): Promise<Outcome<NewRecoveryCodes>> {
  const { userId } = caller;
  return inTransaction<Outcome<NewRecoveryCodes>>(auth.db, async (trx) => {
    await lockUser(trx, userId);
    const hasFactor = (await factorsOf(trx, userId)).some(({ status }) => status === 'verified');
    if (!hasFactor && (await passkeysOf(trx, userId)).length === 0)
      return reject(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes need another factor or a passkey');
    await trx.deleteFrom('auth.recoveryCodes').where('userId', '=', userId).execute();
    const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(auth));
    const createdAt = auth.clock.now();
    await trx
      .insertInto('auth.recoveryCodes')
      .values(codes.map((code) => ({ userId, codeHash: recoveryCodeHash(auth, userId, code), createdAt })))
      .execute();
    await recordSecurityEvent(auth, trx, userId, 'recovery_codes_created', caller);
    return grant({ id: userId, type: 'recovery_code', total: codes.length, codes });
  });
}

/** Without codes, `total` is 0. */
export async function countRecoveryCodes(
  { db }: Auth,
  { userId }: AuthCaller,
): Promise<Outcome<Record<string, unknown>>> {
  const codes = await db
    .selectFrom('auth.recoveryCodes')
    .select('usedAt')
    .where('userId', '=', userId)
    .execute();
  const remaining = codes.filter(({ usedAt }) => usedAt === null).length;
  return grant({ id: userId, type: 'recovery_code', total: codes.length, remaining });
}
