import { sql } from 'kysely';
import { recordSecurityEvent } from '../safety/audit.ts';
import { recordFactorRemoval } from '../security/record-factor-removal.ts';
import type { Auth } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
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
      .set({
        aal: 'aal1',
        amr: sql`jsonb_path_query_array(amr, '$[*] ? (@.method != "totp" && @.method != "mfa/phone")')`,
      })
      .where('factorId', '=', id)
      .execute();
    await trx.deleteFrom('auth.mfaFactors').where('id', '=', id).execute();
    await recordSecurityEvent(auth, trx, caller.userId, 'factor_removed', caller);
    if (status === 'verified') await recordFactorRemoval(auth, trx, factor.value, caller.email);
  });
  return grant({ id });
}
