import { sql } from 'kysely';
import { readSite } from '../../settings/read-site.ts';
import { SEND_ATTEMPTS } from '@mare/domain/campaigns/campaign-state.ts';
import { hasConsent } from '../../personalization/consent/read-consent.ts';
import { whenToOffer } from '../../personalization/preferences/when-to-offer.ts';
import { AddressRejectedError } from '../../platform/messages/rejected-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { isExcluded } from '../../accounts/limits/read-own-limits.ts';
import { canSendMail } from '../../mail/can-send-mail.ts';
import { findReader } from '../../mail/preferences.ts';
import type { ClaimedMessage } from './claim-message.ts';
import { composeCampaignMail } from './compose-campaign-mail.ts';
import { trackedLinks } from './tracked-links.ts';

export type Sending = Pick<Platform, 'db' | 'caches' | 'clock' | 'config' | 'mailer' | 'log'>;

const RETRY_AFTER_MS = 5 * 60_000;

/** Sends a claimed message, if its reader still wants it. Retries later when the mail server rejects it. */
export async function sendMessage(platform: Sending, message: ClaimedMessage): Promise<void> {
  const { db, config, clock, mailer, log } = platform;
  const { id, userId } = message;
  const reader = await findRecipient(platform, message);
  if (!reader) return settle(platform, id, { state: 'skipped' });
  if (isOffer(message)) {
    const when = await whenToOffer(platform, message);
    if (when === 'never') return settle(platform, id, { state: 'skipped' });
    if (when !== 'now') return settle(platform, id, { state: 'waiting', dueAt: when, attempts: 0 });
  }
  const measured = await hasConsent(db, userId, 'measurement');
  const links = measured ? await trackedLinks(platform, id, message.buttonPath) : {};
  const { name, email } = reader;
  const mail = composeCampaignMail(
    message,
    { name, facts: message.facts },
    { publicUrl: config.publicUrl, shopName: (await readSite(platform)).name, ...links },
  );
  // A crash from here on leaves it unknown whether the mail was sent.
  await settle(platform, id, { state: 'sending', measured });
  try {
    await mailer.send({
      ...mail,
      to: email,
      kind: message.kind,
      messageId: id,
      // Equal across retries: mail clients deduplicate by Message-ID.
      headers: { 'Message-ID': `<${id}@${new URL(config.publicUrl).hostname}>` },
    });
  } catch (error) {
    if (error instanceof AddressRejectedError)
      return settle(platform, id, { state: 'failed', bouncedAt: clock.now() });
    log.warn({ err: error, message: id }, 'campaign mail rejected');
    const dueAt = new Date(clock.now().getTime() + RETRY_AFTER_MS);
    return settle(
      platform,
      id,
      message.attempts < SEND_ATTEMPTS ? { state: 'waiting', dueAt } : { state: 'failed' },
    );
  }
  return settle(platform, id, { state: 'sent', sentAt: clock.now() });
}

/** Mails triggered by the reader's own action ignore quiet hours. */
function isOffer({ automation }: ClaimedMessage): boolean {
  return automation === null || automation === 'win_back';
}

async function findRecipient(
  platform: Sending,
  { userId, kind, active, automation, createdAt }: ClaimedMessage,
): Promise<{ name: string | null; email: string } | null> {
  const { db } = platform;
  if (!active || !(await canSendMail(db, platform, { userId }, kind, isExcluded))) return null;
  if (automation === 'abandoned_cart' && !(await isCartStillAbandoned(platform, userId, createdAt)))
    return null;
  const reader = await findReader(db, userId);
  if (!reader?.email) return null;
  const profile = await db.selectFrom('profiles').select('name').where('id', '=', userId).executeTakeFirst();
  return { name: profile?.name ?? null, email: reader.email };
}

/** False after a purchase, or once consent to marketing was withdrawn. */
async function isCartStillAbandoned({ db }: Sending, userId: string, since: Date): Promise<boolean> {
  if (!(await hasConsent(db, userId, 'marketing'))) return false;
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .where('status', 'in', ['pending', 'paid'])
    .limit(1)
    .executeTakeFirst();
  return order === undefined;
}

interface Change {
  state: 'waiting' | 'sending' | 'sent' | 'skipped' | 'failed';
  measured?: boolean;
  dueAt?: Date;
  attempts?: number;
  sentAt?: Date;
  bouncedAt?: Date;
}

async function settle({ db }: Sending, id: string, change: Change): Promise<void> {
  await db
    .updateTable('emailMessages')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['claimed', 'sending'])
    .execute();
}

const STALE_AFTER_MS = 10 * 60_000;

/** Recovers messages of crashed workers: claimed ones are queued again; those in flight may have arrived and fail. */
export async function recoverMessages({ db, clock }: Sending): Promise<void> {
  const before = new Date(clock.now().getTime() - STALE_AFTER_MS);
  await sql`
    update email_messages set state = case state when 'claimed' then 'waiting' else 'failed' end
    where state in ('claimed', 'sending') and claimed_at < ${before}`.execute(db);
}
