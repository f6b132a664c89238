import type { Kysely, Transaction } from 'kysely';
import type { EmailPreferences } from '@mare/contract/campaigns/email-preferences.ts';
import type { DB } from '@mare/database/schema.ts';
import type { MailKind } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';
import { findLimitingAccounts, findMailRecipient } from './preferences.ts';

type Executor = Kysely<DB> | Transaction<DB>;

const SWITCHES: Record<Exclude<MailKind, 'essential' | 'requested'>, keyof EmailPreferences> = {
  transactional: 'transactionalEmails',
  weeklyNewsletter: 'weeklyNewsletter',
  marketing: 'marketingEmails',
  promotional: 'promotionalEmails',
};

/** Whether the person of an account has paused buying or excluded themselves. */
export type HasSpendingBlock = (
  db: Executor,
  platform: Pick<Platform, 'clock'>,
  userId: string,
) => Promise<boolean>;

/**
 * Whether a mail of this kind may be sent to the recipient. Essential mail is always sent. Bounced addresses get no
 * other mail, and people with a spending block neither requested nor promotional mail, also at an address that their
 * express account only states. Promotional mail needs an account with that kind switched on or, for the newsletter, a
 * confirmed subscription.
 */
export async function canSendMail(
  db: Executor,
  platform: Pick<Platform, 'clock'>,
  recipient: { userId: string } | { email: string },
  kind: MailKind,
  hasSpendingBlock: HasSpendingBlock,
): Promise<boolean> {
  if (kind === 'essential') return true;
  const { userId, email, hasBounced, suppression, isSubscribed, preferences } = await findMailRecipient(
    db,
    recipient,
  );
  if (hasBounced) return false;
  if (kind === 'transactional')
    return userId === null ? !suppression?.everything : preferences.transactionalEmails;
  const isBlocked =
    userId === null
      ? email !== null && (await isEmailBlocked(db, platform, email, hasSpendingBlock))
      : await hasSpendingBlock(db, platform, userId);
  if (isBlocked) return false;
  if (kind === 'requested') return true;
  return userId === null ? kind === 'weeklyNewsletter' && isSubscribed : preferences[SWITCHES[kind]];
}

/** Whether a pause or self-exclusion covers the e-mail address, also one that an express account only states. */
export async function isEmailBlocked(
  db: Executor,
  platform: Pick<Platform, 'clock'>,
  email: string,
  hasSpendingBlock: HasSpendingBlock,
): Promise<boolean> {
  for (const userId of await findLimitingAccounts(db, email))
    if (await hasSpendingBlock(db, platform, userId)) return true;
  return false;
}
