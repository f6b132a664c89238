import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Push, sendPushJob } from './send-push.job.ts';

/** Enqueues a push message in the caller's transaction, if the person has a subscribed browser. */
export async function queuePush(
  trx: Transaction<DB>,
  { jobs }: Pick<Platform, 'jobs'>,
  push: Push,
): Promise<void> {
  const listening = await trx
    .selectFrom('pushSubscriptions')
    .select('id')
    .where('userId', '=', push.userId)
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (listening) await jobs.enqueue(trx, sendPushJob, push);
}
