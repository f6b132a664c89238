import type { Kysely, Transaction } from 'kysely';
import type { EmailPreferences } from '@mare/contract/campaigns/email-preferences.ts';
import type { DB } from '@mare/database/schema.ts';
import type { MailKind } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';
import { findMailRecipient } from './preferences.ts';

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
 * other mail, and people with a spending block neither requested nor promotional mail. Promotional mail needs an account
 * with that kind switched on or, for the newsletter, a confirmed subscription.
 */
export async function canSendMail(
  db: Executor,
  platform: Pick<Platform, 'clock'>,
  recipient: { userId: string } | { email: string },
  kind: MailKind,
  hasSpendingBlock: HasSpendingBlock,
): Promise<boolean> {
  if (kind === 'essential') return true;
  const { userId, hasBounced, suppression, isSubscribed, preferences } = await findMailRecipient(
    db,
    recipient,
  );
  if (hasBounced) return false;
  if (kind === 'requested') return userId === null || !(await hasSpendingBlock(db, platform, userId));
  if (userId === null)
    return kind === 'transactional' ? !suppression?.everything : kind === 'weeklyNewsletter' && isSubscribed;
  if (kind !== 'transactional' && (await hasSpendingBlock(db, platform, userId))) return false;
  return preferences[SWITCHES[kind]];
}
