import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { MessageTopic } from '@mare/domain/notifications/outbox.ts';
import { type QueueDeps, queueMessages } from '../../mail/outbox/queue-message.ts';

export interface Push {
  userId: string;
  topic: MessageTopic;
  title: string;
  message: string;
  /** Path of this site. */
  href: string;
  /** Each browser gets one message of a key. */
  deduplicationKey: string;
  /** Not sent from then on. */
  expiresAt?: Date;
}

/** Writes a push message for each subscribed browser of the person, in the caller's transaction. */
export async function queuePush(
  trx: Transaction<DB>,
  platform: QueueDeps,
  { userId, topic, title, message, href, deduplicationKey, expiresAt }: Push,
): Promise<void> {
  const subscriptions = await trx
    .selectFrom('pushSubscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where('active', '=', true)
    .execute();
  await queueMessages(
    trx,
    platform,
    subscriptions.map(({ id }) => ({
      key: `push:${deduplicationKey}:${id}`,
      topic,
      expiresAt,
      content: { channel: 'push', userId, subscriptionId: id, title, message, href, tag: deduplicationKey },
    })),
  );
}
