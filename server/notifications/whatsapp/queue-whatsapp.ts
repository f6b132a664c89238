import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { MessageTopic } from '@mare/domain/notifications/outbox.ts';
import { type QueueDeps, queueMessages } from '../../mail/outbox/queue-message.ts';
import type { WhatsAppTemplate } from '../../platform/messages/whatsapp.ts';

export interface WhatsAppNews {
  userId: string;
  topic: MessageTopic;
  template: Exclude<WhatsAppTemplate, 'codigo'>;
  parameters: string[];
  deduplicationKey: string;
  /** Not sent from then on. */
  expiresAt?: Date;
}

/** Writes a message in the caller's transaction, if the person has confirmed a phone. */
export function queueWhatsApp(trx: Transaction<DB>, platform: QueueDeps, news: WhatsAppNews): Promise<void> {
  return queueWhatsApps(trx, platform, [news]);
}

/** Writes messages in the caller's transaction, to those of the people who have confirmed a phone. */
export async function queueWhatsApps(
  trx: Transaction<DB>,
  platform: QueueDeps,
  news: readonly WhatsAppNews[],
): Promise<void> {
  if (news.length === 0) return;
  const rows = await trx
    .selectFrom('whatsappContacts')
    .select('userId')
    .where(
      'userId',
      'in',
      news.map(({ userId }) => userId),
    )
    .where('confirmedAt', 'is not', null)
    .execute();
  const reachable = new Set(rows.map(({ userId }) => userId));
  await queueMessages(
    trx,
    platform,
    news
      .filter(({ userId }) => reachable.has(userId))
      .map(({ userId, topic, template, parameters, deduplicationKey, expiresAt }) => ({
        key: `whatsapp:${deduplicationKey}:${userId}`,
        topic,
        expiresAt,
        content: { channel: 'whatsapp', userId, phone: null, template, parameters },
      })),
  );
}
