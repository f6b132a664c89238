/** A phone belongs to the person who confirmed it first. Other accounts of that person may confirm it too. */
import { sql } from 'kysely';
import type { Executor } from '../auth.ts';
import type { PersonHasher } from './person-hash.ts';
import type { Account } from './persons.queries.ts';

const LOCK = 8;
const COUNTRY_DIGITS = 2;

/** Serializes the decisions about one phone, until the transaction ends. Lock the account first. */
export async function lockPhone(trx: Executor, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, ${LOCK}))`.execute(trx);
}

/**
 * Whether another person has verified the phone, as a buyer, as a second factor or for WhatsApp messages. For a
 * person whose accounts are deleted, the hash of the phone is kept while a limit or a self-exclusion needs it.
 * @param phone digits with the country code
 */
export async function isPhoneOfOther(
  db: Executor,
  hasher: PersonHasher,
  phone: string,
  personId: string,
): Promise<boolean> {
  const spellings = [phone, phone.slice(COUNTRY_DIGITS)];
  const hashes = sql.join(hasher.phone(phone).map(({ hash }) => hash));
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from verified_phones
      join profiles on profiles.id = verified_phones.user_id
      join persons on persons.id = profiles.person_id
      where verified_phones.phone = any (${spellings}) and persons.id <> ${personId}
    ) or exists (
      select from persons where id <> ${personId} and phone_hash in (${hashes})
        and not exists (select from profiles where person_id = persons.id and deleted_at is null)
    ) as found`.execute(db);
  return rows[0]!.found;
}

/**
 * An account without a CPF may confirm any phone, so that its CPF can join it with its person's other accounts. If
 * its CPF then differs from that of the phone's person, this removes the confirmation.
 * @param personId of the account, once it has the CPF
 */
export async function releasePhoneOfOther(
  trx: Executor,
  hasher: PersonHasher,
  account: Account,
  personId: string,
): Promise<void> {
  const confirmed = await trx
    .selectFrom('confirmedPhones')
    .innerJoin('profiles', 'profiles.id', 'confirmedPhones.userId')
    .select(['confirmedPhones.userId', 'confirmedPhones.phone'])
    .where('profiles.personId', '=', account.personId)
    .orderBy('confirmedPhones.phone')
    .execute();
  for (const { userId, phone } of confirmed) {
    await lockPhone(trx, phone);
    if (await isPhoneOfOther(trx, hasher, phone, personId))
      await trx.deleteFrom('confirmedPhones').where('userId', '=', userId).execute();
  }
}
