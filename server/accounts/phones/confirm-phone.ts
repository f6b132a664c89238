import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth } from '../auth.ts';
import { lockAccount } from '../persons/persons.queries.ts';
import { isPhoneCode } from './phone-code.ts';
import { saveConfirmedPhone } from './save-confirmed-phone.ts';

const CODE_TRIES = 5;
const COUNTRY_DIGITS = 2;

export type ConfirmPhoneResult =
  | { ok: true }
  | { ok: false; code: 'CODE_INVALID' }
  /** Another CPF has the phone. Revealed only to a caller with the code sent to the phone, and without the owner's name. */
  | { ok: false; code: 'PERSON_CONFLICT'; reason: 'other_phone' };

/** Takes a code once. Five wrong codes end it. The phone becomes that of the account's person. */
export function confirmPhone(
  auth: Auth,
  { userId, ipAddress }: { userId: string; ipAddress: string | null },
  code: string,
): Promise<ConfirmPhoneResult> {
  return inTransaction<ConfirmPhoneResult>(auth.db, async (trx) => {
    // Locked before the code's row, in the same order as a claim of the CPF.
    const account = await lockAccount(trx, userId);
    const phone = await takeCode(auth, trx, userId, code);
    if (!phone) return { ok: false, code: 'CODE_INVALID' };
    if (!(await saveConfirmedPhone(auth, trx, account, phone)))
      return { ok: false, code: 'PERSON_CONFLICT', reason: 'other_phone' };
    await trx
      .updateTable('profiles')
      .set({ phone: phone.slice(COUNTRY_DIGITS) })
      .where('id', '=', userId)
      .where('phone', 'is', null)
      .execute();
    await recordActivity(trx, auth, {
      userId,
      action: 'confirm-phone',
      entityType: 'profile',
      entityId: userId,
      description: 'Confirmou o celular por SMS.',
      ipAddress,
    });
    return { ok: true };
  });
}

/** @returns the phone that the code was sent to; null for a wrong or expired code */
async function takeCode(
  auth: Auth,
  trx: Transaction<DB>,
  userId: string,
  code: string,
): Promise<string | null> {
  // Counts the attempt before it compares the code.
  const tried = await trx
    .updateTable('phoneCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('endsAt', '>', auth.clock.now())
    .where('tries', '<', CODE_TRIES)
    .returning(['phone', 'codeHash'])
    .executeTakeFirst();
  if (!tried || !isPhoneCode(auth, { userId, phone: tried.phone, code }, tried.codeHash)) return null;
  await trx.deleteFrom('phoneCodes').where('userId', '=', userId).execute();
  return tried.phone;
}
