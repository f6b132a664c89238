import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type QueueDeps, queueMail } from '../../mail/outbox/queue-message.ts';
import { queuePush } from '../../notifications/push/queue-push.ts';
import { type NewNotification, sendNotification } from '../../notifications/send-notification.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredGroup } from './group.queries.ts';

export interface GroupNews extends Pick<NewNotification, 'type' | 'title' | 'message'> {
  userId: string;
  /** Customer of the person's order in the group, whose e-mail address gets the mail. */
  customer: unknown;
  deduplicationKey: string;
}

/** Sends the news once per channel: notification, push message, and mail to those who get mails about their orders. */
export async function sendGroupNews(
  trx: Transaction<DB>,
  platform: QueueDeps & Pick<Platform, 'random'>,
  { token, title: rifaTitle }: Pick<StoredGroup, 'token' | 'title'>,
  news: readonly GroupNews[],
): Promise<void> {
  const href = `/bolao/${token}`;
  const known = await selectLiveAccounts(
    trx,
    news.map(({ userId }) => userId),
  );
  for (const { userId, customer, deduplicationKey, type, title, message } of news) {
    if (!known.has(userId)) continue;
    const notification = { userId, type, title, message, data: { href }, deduplicationKey };
    if (!(await sendNotification(trx, platform, notification))) continue;
    await queuePush(trx, platform, { userId, topic: 'order', title, message, href, deduplicationKey });
    const { email } = (customer ?? {}) as { email?: unknown };
    if (typeof email !== 'string' || email === '') continue;
    const mail = composeMail(
      { to: email, kind: 'transactional', subject: title },
      {
        heading: title,
        paragraphs: [message],
        facts: [['Rifa', rifaTitle]],
        button: { label: 'Ver o bolão', url: `${platform.config.publicUrl}${href}` },
        closing: 'Você recebe esta mensagem porque tem uma parte deste bolão.',
      },
    );
    await queueMail(trx, platform, mail, { key: deduplicationKey, topic: 'order' });
  }
}

/** A starter whose part went back may have deleted the account since. */
async function selectLiveAccounts(
  trx: Transaction<DB>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('profiles')
    .select('id')
    .where('id', 'in', userIds)
    .where('deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
