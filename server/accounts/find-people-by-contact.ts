import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Contact } from '@mare/domain/accounts/contact.ts';

/** Maximum accounts per phone, which families share. */
const PEOPLE_SHOWN = 10;
const BRAZIL = '55';

/** Accounts with this e-mail or phone, most recently active first. */
export function findPeopleByContact(
  db: Kysely<DB>,
  contact: Contact,
): Promise<{ id: string; email: string | null }[]> {
  const people = db
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select(['profiles.id', 'auth.users.email']);
  if (contact.kind === 'email') return people.where('auth.users.email', '=', contact.email).execute();
  return people
    .where('profiles.phone', 'in', [contact.phone, `${BRAZIL}${contact.phone}`])
    .orderBy((eb) => eb.fn.coalesce('auth.users.lastSignInAt', 'profiles.createdAt'), 'desc')
    .limit(PEOPLE_SHOWN)
    .execute();
}
