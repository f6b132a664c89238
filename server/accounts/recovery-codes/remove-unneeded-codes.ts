import { sql } from 'kysely';
import type { Executor } from '../auth.ts';
import { withoutMethods } from '../sessions/session-methods.ts';

/**
 * Deletes the recovery codes of an account that has neither a factor nor a passkey left, and lowers its sessions from
 * aal2 to aal1.
 */
export async function removeUnneededCodes(trx: Executor, userId: string): Promise<void> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')
        or exists (select from auth.passkeys where user_id = ${userId}) as needed`.execute(trx);
  if (rows[0]!.needed) return;
  await trx.deleteFrom('auth.recoveryCodes').where('userId', '=', userId).execute();
  await trx
    .updateTable('auth.sessions')
    .set({ aal: 'aal1', amr: withoutMethods('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code') })
    .where('userId', '=', userId)
    .where('aal', '=', 'aal2')
    .execute();
}
