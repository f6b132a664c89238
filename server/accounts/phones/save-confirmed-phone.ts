import type { Auth, Executor } from '../auth.ts';
import { personHasherOf } from '../persons/person-hash.ts';
import { type Account, findPersonById } from '../persons/persons.queries.ts';
import { isPhoneOfOther, lockPhone } from '../persons/phone-holder.ts';

/**
 * Stores a confirmed phone for the account's person.
 * @param account locked
 * @param phone digits with the country code
 * @returns false, and stores nothing, if another person has confirmed it
 */
export async function saveConfirmedPhone(
  auth: Auth,
  trx: Executor,
  { id: userId, personId }: Account,
  phone: string,
): Promise<boolean> {
  await lockPhone(trx, phone);
  const hasher = personHasherOf(auth);
  const person = await findPersonById(trx, personId);
  if (person && (await isPhoneOfOther(trx, hasher, phone, personId))) return false;
  const confirmed = { phone, confirmedAt: auth.clock.now() };
  await trx
    .insertInto('confirmedPhones')
    .values({ userId, ...confirmed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(confirmed))
    .execute();
  // Skips a row hashed under a former key: both hashes of a row must use one key. The next order or the hourly job
  // rehashes it.
  await trx
    .updateTable('persons')
    .set({ phoneHash: hasher.phone(phone)[0].hash })
    .where('id', '=', personId)
    .where('keyId', '=', hasher.keyId)
    .execute();
  return true;
}
