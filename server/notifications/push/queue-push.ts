import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendPushJob } from './send-push.job.ts';

export interface Push {
  userId: string;
  title: string;
  message: string;
  /** A path of this site that it leads to. */
  href: string;
  /** Says what it is about: a browser is told once, however often the job runs. */
  occasion: string;
}

/** Has a push message go out once the transaction is committed, if the person has a browser that takes such. */
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
