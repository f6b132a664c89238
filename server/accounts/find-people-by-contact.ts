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
): Promise<{ id: string; email: string | null; isConfirmed: boolean }[]> {
  const people = db
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select((eb) => [
      'profiles.id',
      'auth.users.email',
      eb('auth.users.emailConfirmedAt', 'is not', null).as('isConfirmed'),
    ])
    .$castTo<{ id: string; email: string | null; isConfirmed: boolean }>();
  if (contact.kind === 'email')
    return people
      .leftJoin('expressAccounts as express', 'express.userId', 'profiles.id')
      .where((eb) =>
        eb.or([
          eb('auth.users.email', '=', contact.email),
          // Paid orders of an account that has yet to confirm the e-mail address: a code sent there is the proof.
          eb.and([
            eb('express.email', '=', contact.email),
            eb('auth.users.email', 'is', null),
            eb('profiles.totalOrders', '>', 0),
          ]),
        ]),
      )
      .clearSelect()
      .select((eb) => [
        'profiles.id',
        eb.val<string | null>(contact.email).as('email'),
        eb('auth.users.emailConfirmedAt', 'is not', null).as('isConfirmed'),
      ])
      .$castTo<{ id: string; email: string | null; isConfirmed: boolean }>()
      .orderBy('auth.users.email', (order) => order.asc().nullsLast())
      .orderBy('profiles.lastActivityAt', (order) => order.desc().nullsLast())
      .limit(PEOPLE_SHOWN)
      .execute();
  return people
    .where('profiles.phone', 'in', [contact.phone, `${BRAZIL}${contact.phone}`])
    .orderBy((eb) => eb.fn.coalesce('auth.users.lastSignInAt', 'profiles.createdAt'), 'desc')
    .limit(PEOPLE_SHOWN)
    .execute();
}

/**
 * Whether the phone is proven: its owner typed in a code as a second factor or for WhatsApp messages, or a seller
 * recorded it at a cash sale without an e-mail address. A phone that is only stated in a profile may be a stranger's.
 */
export async function isVerifiedPhone(db: Kysely<DB>, phone: string): Promise<boolean> {
  const e164 = `${BRAZIL}${phone}`;
  const [confirmed, factor, contact, counterBuyer] = await Promise.all([
    db.selectFrom('confirmedPhones').select('userId').where('phone', '=', e164).executeTakeFirst(),
    db
      .selectFrom('auth.mfaFactors')
      .select('id')
      .where('phone', '=', e164)
      .where('status', '=', 'verified')
      .executeTakeFirst(),
    db
      .selectFrom('whatsappContacts')
      .select('userId')
      .where('phone', '=', e164)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst(),
    selectCounterBuyers(db, phone).executeTakeFirst(),
  ]);
  return [confirmed, factor, contact, counterBuyer].some((found) => found !== undefined);
}

/** Accounts of cash sales without an e-mail address, which no one can sign in to; the oldest first. */
export function selectCounterBuyers(db: Kysely<DB>, phone: string) {
  return db
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select('profiles.id')
    .where('profiles.phone', '=', phone)
    .where('profiles.role', '=', 'buyer')
    .where('profiles.deletedAt', 'is', null)
    .where('auth.users.email', 'is', null)
    .where('auth.users.passwordHash', 'is', null)
    .where('auth.users.lastSignInAt', 'is', null)
    .orderBy('profiles.createdAt')
    .limit(1);
}
