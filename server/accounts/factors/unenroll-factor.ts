import { recordSecurityEvent } from '../safety/audit.ts';
import { recordReversibleChange } from '../security/reversible-changes.ts';
import type { Auth } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { removeUnneededCodes } from '../recovery-codes/remove-unneeded-codes.ts';
import { withoutMethods } from '../sessions/session-methods.ts';
import { findFactor } from './find-factor.ts';

/** Returns sessions that reached aal2 with this factor to aal1. */
export async function unenrollFactor(
  auth: Auth,
  caller: AuthCaller,
  factorId: string,
): Promise<Outcome<{ id: string }>> {
  const factor = await findFactor(auth.db, caller, factorId);
  if (!factor.ok) return factor;
  const { id, status } = factor.value;
  if (status === 'verified' && caller.aal === 'aal1')
    return reject(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  await inTransaction(auth.db, async (trx) => {
    await trx
      .updateTable('auth.sessions')
      .set((eb) => ({
        // A session that began with a passkey keeps its level.
        aal: eb.case().when('passkeyId', 'is', null).then('aal1').else(eb.ref('aal')).end(),
        amr: withoutMethods('totp', 'mfa/phone'),
      }))
      .where('factorId', '=', id)
      .execute();
    await trx.deleteFrom('auth.mfaFactors').where('id', '=', id).execute();
    await recordSecurityEvent(auth, trx, caller.userId, 'factor_removed', caller);
    if (status !== 'verified') return;
    await removeUnneededCodes(trx, caller.userId);
    const { secret, lastStep: _, lastChallengedAt: __, userId, ...row } = factor.value;
    await recordReversibleChange(auth, trx, {
      owner: { userId },
      kind: 'factor_removed',
      before: { ...row, secret: secret && secret.toString('base64') },
      to: [caller.email],
    });
  });
  return grant({ id });
}
