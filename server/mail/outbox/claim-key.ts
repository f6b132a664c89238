import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { priorityOf } from '@mare/domain/notifications/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NewMessage } from './message.ts';
import { skipped } from './skip-message.ts';

/**
 * Inserts the deduplication key of a mail that is not sent, so that its other effects happen once and the panel shows
 * the reason.
 * @returns false if the outbox already has the key
 */
export async function claimKey(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  { key, topic, reason }: Pick<NewMessage, 'key' | 'topic'> & { reason: string },
): Promise<boolean> {
  const now = clock.now();
  const first = await trx
    .insertInto('outbox')
    .values({
      id: random.uuid(),
      key,
      topic,
      channel: 'mail',
      priority: priorityOf(topic),
      dueAt: now,
      createdAt: now,
      ...skipped(now, reason),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return first.numInsertedOrUpdatedRows !== 0n;
}
