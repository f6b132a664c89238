import { type Contact, readContact } from '@mare/domain/accounts/contact.ts';
import type { Executor } from '../auth.ts';

export const BRAZIL = '55';

/** An account that a code may open. */
export interface Reachable {
  userId: string;
  /** Recipient of the code, which the code confirms. */
  to: Contact;
}

/**
 * Finds the account that a code sent to this contact signs in to, in this order:
 * - the caller's own express account, to confirm its contact;
 * - the account of the e-mail address;
 * - the express account that the contact confirmed, else an unconfirmed one with this contact and a paid order, the
 *   most recently used first;
 * - the account with an e-mail address that confirmed the phone. Its code goes by e-mail, because a number can pass to
 *   another person.
 */
export async function findReachable(
  db: Executor,
  contact: Contact,
  askedBy: string | null,
): Promise<Reachable | null> {
  const own =
    askedBy && (await selectStating(db, contact).where('express.userId', '=', askedBy).executeTakeFirst());
  if (own) return { userId: own.userId, to: contact };
  if (contact.kind === 'email') {
    const known = await db
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', contact.email)
      .where('emailConfirmedAt', 'is not', null)
      .executeTakeFirst();
    if (known) return { userId: known.id, to: contact };
  }
  const stating = await selectStating(db, contact)
    .where((eb) =>
      eb.or([
        eb('express.confirmedBy', '=', contact.kind),
        eb.and([eb('express.confirmedAt', 'is', null), eb('profiles.totalOrders', '>', 0)]),
      ]),
    )
    .orderBy('express.confirmedAt', (order) => order.asc().nullsLast())
    .orderBy('profiles.lastActivityAt', (order) => order.desc().nullsLast())
    .executeTakeFirst();
  if (stating) return { userId: stating.userId, to: contact };
  return contact.kind === 'phone' ? findMailbox(db, contact.phone) : null;
}

/** Express accounts without a confirmed e-mail address. */
function selectStating(db: Executor, contact: Contact) {
  const stating = db
    .selectFrom('expressAccounts as express')
    .innerJoin('profiles', 'profiles.id', 'express.userId')
    .innerJoin('auth.users as user', 'user.id', 'express.userId')
    .select('express.userId')
    .where('user.email', 'is', null)
    .where('profiles.deletedAt', 'is', null);
  return contact.kind === 'email'
    ? stating.where('express.email', '=', contact.email)
    : stating.where('express.phone', '=', BRAZIL + contact.phone);
}

async function findMailbox(db: Executor, phone: string): Promise<Reachable | null> {
  const known = await db
    .selectFrom('confirmedPhones')
    .innerJoin('auth.users as user', 'user.id', 'confirmedPhones.userId')
    .select(['user.id', 'user.email'])
    .where('confirmedPhones.phone', '=', BRAZIL + phone)
    .where('user.emailConfirmedAt', 'is not', null)
    .orderBy('user.lastSignInAt', (order) => order.desc().nullsLast())
    .executeTakeFirst();
  const to = readContact(known?.email ?? '');
  return known && to ? { userId: known.id, to } : null;
}
