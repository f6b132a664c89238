import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Contact } from '@mare/domain/accounts/contact.ts';

/** Of one phone, at most: a family. */
const PEOPLE_SHOWN = 10;
const BRAZIL = '55';

/** The accounts with that e-mail or phone, those seen last first. */
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
