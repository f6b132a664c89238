import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { normalizeEmail } from '@mare/domain/accounts/credentials.ts';
import { normalizePhone } from './factors/phone-number.ts';

/** One way to reach somebody. `phone`: area code and number, digits alone, as profiles keep it. */
export type Contact = { kind: 'email'; email: string } | { kind: 'phone'; phone: string };

/** Of one phone, at most: a family. */
const PEOPLE_SHOWN = 10;
const BRAZIL = '55';

/** @returns what was typed as an e-mail or a Brazilian mobile phone, or null when it is neither. */
export function readContact(typed: string): Contact | null {
  if (typed.includes('@')) {
    const email = normalizeEmail(typed.trim());
    return email ? { kind: 'email', email } : null;
  }
  const digits = typed.replaceAll(/\D/g, '');
  const known = digits.length > 11 && digits.startsWith(BRAZIL) ? digits : `${BRAZIL}${digits}`;
  const phone = normalizePhone(known, [BRAZIL]);
  return phone ? { kind: 'phone', phone: phone.slice(BRAZIL.length) } : null;
}

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
