import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailDrawNewsJob, notifyDrawNewsJob } from './deliver-draw-news.job.ts';
import { type DrawNewsItem, keyOf } from './draw-news.ts';

/**
 * Records news for the participants of a rifa, in the transaction of the event, which holds the lock on the rifa: the
 * order of the records is the order of the events. Recording the same event again does nothing.
 * @param userId null for every participant
 */
export async function recordDrawNews(
  trx: Transaction<DB>,
  { clock, jobs }: Pick<Platform, 'clock' | 'jobs'>,
  rifaId: string,
  news: DrawNewsItem,
  userId: string | null = null,
): Promise<void> {
  const recorded = await trx
    .insertInto('drawNews')
    .values({
      rifaId,
      key: keyOf(news),
      news: JSON.stringify(news),
      userId,
      createdAt: clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['rifaId', 'key']).doNothing())
    .executeTakeFirst();
  if (recorded.numInsertedOrUpdatedRows === 0n) return;
  await jobs.enqueue(trx, notifyDrawNewsJob, { rifaId });
  await jobs.enqueue(trx, mailDrawNewsJob, { rifaId });
}
