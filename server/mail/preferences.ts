import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
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

export function findReaderByEmail(db: Executor, email: string): Promise<Reader | undefined> {
  return db
    .selectFrom('auth.users')
    .select(['id as userId', 'email'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

export function findReader(db: Executor, userId: string): Promise<Reader | undefined> {
  return db
    .selectFrom('auth.users')
    .select(['id as userId', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** The saved preferences of an account, else what its address chose before the account existed. */
export async function preferencesOf(db: Executor, { userId, email }: Reader): Promise<EmailPreferences> {
  const saved = await db
    .selectFrom('emailPreferences')
    .select(['transactionalEmails', 'weeklyNewsletter', 'marketingEmails', 'promotionalEmails'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (saved) return saved;
  const suppression = email === null ? undefined : await findSuppression(db, email);
  if (!suppression) return ALL_ON;
  return {
    transactionalEmails: !suppression.everything,
    weeklyNewsletter: false,
    marketingEmails: false,
    promotionalEmails: false,
  };
}

export function findSuppression(db: Executor, email: string): Promise<{ everything: boolean } | undefined> {
  return db
    .selectFrom('mailSuppressions')
    .select('everything')
    .where('emailHash', '=', hashOfEmail(email))
    .executeTakeFirst();
}

/** SHA-256 of the address in lower case. */
export function hashOfEmail(email: string): Buffer {
  return createHash('sha256').update(email.trim().toLowerCase()).digest();
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

/** Updates the account with this address, if it has saved preferences. */
export async function turnOnNewsletter(trx: Transaction<DB>, email: string, now: Date): Promise<void> {
  await trx
    .updateTable('emailPreferences')
    .set({ weeklyNewsletter: true, unsubscribedAt: null, updatedAt: now })
    .where('userId', 'in', (eb) => eb.selectFrom('auth.users').select('id').where('email', '=', email))
    .execute();
}
