import { sql } from 'kysely';
import type { Executor } from '../auth.ts';
import type { PersonHash } from './person-hash.ts';

const BRAZIL = '55';
const NATIONAL_DIGITS_MAX = 11;

export interface ConfirmedPerson {
  id: string;
  cpfHash: Buffer;
  keyId: string;
}

export interface Account {
  /** Id of the account. */
  id: string;
  personId: string;
  email: string | null;
  /** In digits. */
  cpf: string | null;
  isDeleted: boolean;
}

/** The person of an account; its own id for an unknown account. */
export async function personIdOf(db: Executor, userId: string): Promise<string> {
  const row = await db.selectFrom('profiles').select('personId').where('id', '=', userId).executeTakeFirst();
  return row?.personId ?? userId;
}

/** Locks the account against a join with another person. @throws if it does not exist */
export async function lockAccount(trx: Executor, userId: string): Promise<Account> {
  const row = await trx
    .selectFrom('profiles')
    .select(['id', 'personId', 'email', 'cpf', 'deletedAt'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { deletedAt, ...account } = row;
  return { ...account, personId: row.personId ?? row.id, isDeleted: deletedAt !== null };
}

export interface NewPerson {
  userId: string;
  /** Of the CPF, under each key. */
  hashes: readonly PersonHash[];
  now: Date;
}

/**
 * Confirms unregistered CPFs for persons without a CPF and without a verified phone, in one statement, which locks
 * the accounts in the order of their ids.
 * @returns the persons in the order of the accounts; null for an account that needs `claimPersonWithin`
 */
export async function confirmNewPersons(
  db: Executor,
  people: readonly NewPerson[],
): Promise<(string | null)[]> {
  const hashes = people.flatMap((person) => person.hashes.map(({ hash }) => hash));
  const last = people.map((_, at) =>
    people.slice(0, at + 1).reduce((sum, one) => sum + one.hashes.length, 0),
  );
  const first = people.map((person, at) => last[at]! - person.hashes.length + 1);
  const { rows } = await sql<{ place: number; personId: string | null }>`
    select place::integer, confirm_new_person(user_id, (${hashes}::bytea[])[first:last], key_id, now_at) as person_id
    from (
      select * from unnest(${people.map(({ userId }) => userId)}::uuid[], ${first}::integer[], ${last}::integer[],
        ${people.map((person) => person.hashes[0]!.keyId)}::text[], ${people.map(({ now }) => now)}::timestamptz[])
        with ordinality as asked (user_id, first, last, key_id, now_at, place)
      order by user_id offset 0
    ) as asked`.execute(db);
  const confirmed = new Map(rows.map(({ place, personId }) => [place, personId]));
  return people.map((_, at) => confirmed.get(at + 1) ?? null);
}

export async function findPersonById(db: Executor, id: string): Promise<ConfirmedPerson | null> {
  const row = await db
    .selectFrom('persons')
    .select(['id', 'cpfHash', 'keyId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** @param hashes of one CPF, under each key */
export async function findPersonByCpf(
  db: Executor,
  hashes: readonly PersonHash[],
): Promise<ConfirmedPerson | null> {
  const row = await db
    .selectFrom('persons')
    .select(['id', 'cpfHash', 'keyId'])
    .where(
      'cpfHash',
      'in',
      hashes.map(({ hash }) => hash),
    )
    .executeTakeFirst();
  return row ?? null;
}

/** The persons of an account and of a CPF, in one statement. @param hashes of the CPF, under each key */
export async function findPersonsToClaim(
  db: Executor,
  id: string,
  hashes: readonly PersonHash[],
): Promise<{ own: ConfirmedPerson | null; ofCpf: ConfirmedPerson | null }> {
  const ofCpf = hashes.map(({ hash }) => hash);
  const rows = await db
    .selectFrom('persons')
    .select(['id', 'cpfHash', 'keyId'])
    .where((eb) => eb.or([eb('id', '=', id), eb('cpfHash', 'in', ofCpf)]))
    .execute();
  return {
    own: rows.find((row) => row.id === id) ?? null,
    ofCpf: rows.find(({ cpfHash }) => ofCpf.some((hash) => hash.equals(cpfHash))) ?? null,
  };
}

/** Phones with the country code to which a code was sent and typed in; those confirmed as the person's own come first. */
export async function findVerifiedPhones(db: Executor, personId: string): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select phone from verified_phones
    where user_id in (select id from profiles where person_id = ${personId})
    group by phone order by bool_or(is_own) desc, phone`.execute(db);
  return [...new Set(rows.map(({ phone }) => withCountryCode(phone)))];
}

/** 55 is an area code too. */
export function withCountryCode(phone: string): string {
  const isComplete = phone.length > NATIONAL_DIGITS_MAX && phone.startsWith(BRAZIL);
  return isComplete ? phone : `${BRAZIL}${phone}`;
}

/** Whether every account of the person is deleted or merged. */
export async function isAbandoned(db: Executor, personId: string): Promise<boolean> {
  const living = await db
    .selectFrom('profiles')
    .select('id')
    .where('personId', '=', personId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return living === undefined;
}

/** Persons, other than this one, whose confirmed account has the e-mail address. */
export async function findPersonsByEmail(
  db: Executor,
  email: string,
  exceptPersonId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('auth.users')
    .innerJoin('profiles', 'profiles.id', 'auth.users.id')
    .select((eb) => eb.fn.coalesce('profiles.personId', 'profiles.id').as('personId'))
    .where('auth.users.email', '=', email.toLowerCase())
    .where('auth.users.emailConfirmedAt', 'is not', null)
    .execute();
  return rows.flatMap(({ personId }) => (personId === exceptPersonId ? [] : [personId]));
}
