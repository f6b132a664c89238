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
}

/** Writes a message in the caller's transaction, if the person has confirmed a phone. */
export async function queueWhatsApp(
  trx: Transaction<DB>,
  platform: QueueDeps,
  { userId, topic, template, parameters, deduplicationKey }: WhatsAppNews,
): Promise<void> {
  const wanted = await trx
    .selectFrom('whatsappContacts')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  if (!wanted) return;
  await queueMessages(trx, platform, [
    {
      key: `whatsapp:${deduplicationKey}:${userId}`,
      topic,
      content: { channel: 'whatsapp', userId, phone: null, template, parameters },
    },
  ]);
}
