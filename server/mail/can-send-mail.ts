import type { Kysely, Transaction } from 'kysely';
import type { EmailPreferences } from '@mare/contract/campaigns/email-preferences.ts';
import type { DB } from '@mare/database/schema.ts';
import type { MailKind } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';
import { hasBounced } from './bounces.ts';
import { findReader, findReaderByEmail, findSuppression, preferencesOf } from './preferences.ts';

type Executor = Kysely<DB> | Transaction<DB>;

const SWITCHES: Record<Exclude<MailKind, 'essential'>, keyof EmailPreferences> = {
  transactional: 'transactionalEmails',
  weeklyNewsletter: 'weeklyNewsletter',
  marketing: 'marketingEmails',
  promotional: 'promotionalEmails',
};

/** Whether an account has excluded itself from buying. */
export type IsExcluded = (
  db: Executor,
  platform: Pick<Platform, 'clock'>,
  userId: string,
) => Promise<boolean>;

/**
 * Whether a mail of this kind may go to the recipient. Advertising needs an account with that kind switched on, or for
 * the newsletter a confirmed subscription. Self-excluded accounts and bounced addresses get none.
 */
export async function canSendMail(
  db: Executor,
  platform: Pick<Platform, 'clock'>,
  recipient: { userId: string } | { email: string },
  kind: MailKind,
  isExcluded: IsExcluded,
): Promise<boolean> {
  if (kind === 'essential') return true;
  const reader =
    'userId' in recipient
      ? await findReader(db, recipient.userId)
      : await findReaderByEmail(db, recipient.email);
  const email = 'email' in recipient ? recipient.email : (reader?.email ?? null);
  if (email !== null && (await hasBounced(db, email))) return false;
  if (!reader) return 'email' in recipient && canSendWithoutAccount(db, recipient.email, kind);
  if (kind !== 'transactional' && (await isExcluded(db, platform, reader.userId))) return false;
  const preferences = await preferencesOf(db, reader);
  return preferences[SWITCHES[kind]];
}

async function canSendWithoutAccount(db: Executor, email: string, kind: MailKind): Promise<boolean> {
  const suppression = await findSuppression(db, email);
  if (kind === 'transactional') return !suppression?.everything;
  if (kind !== 'weeklyNewsletter' || suppression) return false;
  const subscriber = await db
    .selectFrom('newsletterSubscribers')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .where('confirmedAt', 'is not', null)
    .where('unsubscribedAt', 'is', null)
    .executeTakeFirst();
  return subscriber !== undefined;
}
