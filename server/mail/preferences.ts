import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { EmailPreferences } from '@mare/contract/campaigns/email-preferences.ts';
import type { DB } from '@mare/database/schema.ts';

type Executor = Kysely<DB> | Transaction<DB>;

export const ALL_ON: EmailPreferences = {
  transactionalEmails: true,
  weeklyNewsletter: true,
  marketingEmails: true,
  promotionalEmails: true,
};

export interface Reader {
  userId: string;
  email: string | null;
}

type ReaderKey = { userId: string } | { email: string };

export function findReader(db: Executor, key: ReaderKey): Promise<Reader | undefined> {
  return db
    .selectFrom('auth.users')
    .select(['id as userId', 'email'])
    .where((eb) => ('email' in key ? eb('email', '=', storedEmail(key.email)) : eb('id', '=', key.userId)))
    .executeTakeFirst();
}

/**
 * The accounts whose pause or self-exclusion keeps mail from the address: the one that has it, otherwise the express
 * accounts that state it and have limits.
 */
export async function findLimitingAccounts(db: Executor, email: string): Promise<string[]> {
  const reader = await findReader(db, { email });
  if (reader) return [reader.userId];
  const stating = await db
    .selectFrom('expressAccounts as express')
    .innerJoin('profiles', 'profiles.id', 'express.userId')
    .innerJoin('ownLimits', (join) =>
      join.on('ownLimits.userId', '=', (eb) => eb.fn.coalesce('profiles.personId', 'profiles.id')),
    )
    .select('express.userId')
    .where('express.email', '=', storedEmail(email))
    .execute();
  return stating.map(({ userId }) => userId);
}

/** Addresses of accounts are stored in lower case. */
const storedEmail = (email: string) => email.trim().toLowerCase();

/** Facts that decide which mails an account or e-mail address gets. */
export interface MailRecipient {
  /** Null: no account has the e-mail address. */
  userId: string | null;
  email: string | null;
  hasBounced: boolean;
  /** Preferences that the owner of the e-mail address chose without an account. */
  suppression: { everything: boolean } | null;
  /** Confirmed the newsletter with this e-mail address. */
  isSubscribed: boolean;
  /** The preferences are saved, or follow from a suppression. */
  hasDecided: boolean;
  /** Saved preferences of the account, or those chosen for its e-mail address before the account existed. */
  preferences: EmailPreferences;
}

export async function findMailRecipient(db: Executor, recipient: ReaderKey): Promise<MailRecipient> {
  const givenEmail = 'email' in recipient ? storedEmail(recipient.email) : null;
  const isAccount =
    'email' in recipient ? sql`person.email = ${givenEmail}` : sql`person.id = ${recipient.userId}`;
  const emailHash = sql`sha256(convert_to(coalesce(asked.email, person.email), 'UTF8'))`;
  const { rows } = await sql<RecipientRow>`
    select person.id as user_id, coalesce(asked.email, person.email) as email, bounce.email_hash is not null as has_bounced,
      suppression.everything, subscriber.email is not null as is_subscribed, chosen.user_id is not null as has_chosen, chosen.transactional_emails,
      chosen.weekly_newsletter, chosen.marketing_emails, chosen.promotional_emails
    from (select ${givenEmail}::text as email) as asked
    left join auth.users as person on ${isAccount}
    left join mail_bounces as bounce on bounce.email_hash = ${emailHash}
    left join mail_suppressions as suppression on suppression.email_hash = ${emailHash}
    left join newsletter_subscribers as subscriber on subscriber.email = coalesce(asked.email, person.email)
      and subscriber.confirmed_at is not null and subscriber.unsubscribed_at is null
    left join email_preferences as chosen on chosen.user_id = person.id`.execute(db);
  const { userId, hasBounced, everything, hasChosen, ...found } = rows[0]!;
  const { email, isSubscribed, ...chosen } = found;
  const suppression = everything === null ? null : { everything };
  const preferences = hasChosen ? chosen : withoutChoice(suppression, isSubscribed);
  const hasDecided = hasChosen || suppression !== null;
  return { userId, email, hasBounced, suppression, isSubscribed, hasDecided, preferences };
}

interface RecipientRow extends EmailPreferences {
  userId: string | null;
  email: string | null;
  hasBounced: boolean;
  everything: boolean | null;
  isSubscribed: boolean;
  /** If false, the preferences are null. */
  hasChosen: boolean;
}

/** A newsletter confirmed after the suppression is sent; the other offers stay off. */
function withoutChoice(suppression: MailRecipient['suppression'], isSubscribed: boolean): EmailPreferences {
  if (!suppression) return ALL_ON;
  return {
    transactionalEmails: !suppression.everything,
    weeklyNewsletter: isSubscribed,
    marketingEmails: false,
    promotionalEmails: false,
  };
}

/** SHA-256 of the e-mail address in lower case. */
export function hashOfEmail(email: string): Buffer {
  return createHash('sha256').update(storedEmail(email)).digest();
}

/** Upserts the given preferences of an account; the others default to on. */
export async function writeEmailPreferences(
  trx: Transaction<DB>,
  userId: string,
  changed: Partial<EmailPreferences> & { updatedAt: Date; unsubscribedAt: Date | null },
): Promise<void> {
  await trx
    .insertInto('emailPreferences')
    .values({ userId, ...changed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(changed))
    .execute();
}

/** Updates the account with this e-mail address, if it has saved preferences. */
export async function turnOnNewsletter(trx: Transaction<DB>, email: string, now: Date): Promise<void> {
  await trx
    .updateTable('emailPreferences')
    .set({ weeklyNewsletter: true, unsubscribedAt: null, updatedAt: now })
    .where('userId', 'in', (eb) => eb.selectFrom('auth.users').select('id').where('email', '=', email))
    .execute();
}
