import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { maskRecipient, priorityOf } from '@mare/domain/notifications/outbox.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashOfEmail } from '../preferences.ts';
import { type MessageContent, type NewMessage, sealContent } from './message.ts';

export type QueueDeps = Pick<Platform, 'config' | 'caches' | 'clock' | 'random'>;
const NO_RECIPIENT = { recipient: '', userId: null, addressHash: null };

type Executor = Kysely<DB> | Transaction<DB>;

/**
 * Writes messages into the outbox in the caller's transaction: if it rolls back, nothing is sent.
 * @returns the new keys
 */
export async function queueMessages(
  trx: Executor,
  platform: QueueDeps,
  messages: readonly NewMessage[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set();
  const now = platform.clock.now();
  const rows = messages.map((message) => {
    const { key, topic, content, stream, expiresAt, isAnonymous = false } = message;
    const id = message.id ?? platform.random.uuid();
    return {
      id,
      key,
      topic,
      channel: content.channel,
      priority: priorityOf(topic),
      ...(isAnonymous ? NO_RECIPIENT : recipientOf(content)),
      content: sealContent(platform, id, content),
      stream: stream ?? null,
      dueAt: now,
      expiresAt: expiresAt ?? null,
      createdAt: now,
    };
  });
  const written = await trx
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .execute();
  return new Set(written.map(({ key }) => key));
}

/** @returns false if the outbox has a mail of this key */
export async function queueMail(
  trx: Executor,
  platform: QueueDeps,
  mail: Mail,
  about: Omit<NewMessage, 'content'>,
): Promise<boolean> {
  const written = await queueMessages(trx, platform, [{ ...about, content: { channel: 'mail', mail } }]);
  return written.size > 0;
}

function recipientOf(content: MessageContent) {
  switch (content.channel) {
    case 'mail': {
      const { to } = content.mail;
      return { recipient: maskRecipient(to).slice(0, 200), userId: null, addressHash: hashOfEmail(to) };
    }
    case 'sms':
      return { recipient: maskRecipient(content.to), userId: null, addressHash: null };
    case 'whatsapp':
      return {
        recipient: content.phone ? maskRecipient(content.phone) : '',
        userId: content.userId,
        addressHash: null,
      };
    case 'push':
      return { recipient: '', userId: content.userId, addressHash: null };
  }
}
