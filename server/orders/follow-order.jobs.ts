/**
 * What follows a change of an order: each effect becomes a job of its own, in one transaction, so that one that fails is
 * tried again alone.
 */
import type { JobDefinition } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { SEND_ORDER_MAIL } from './mails/send-order-mail.job.ts';
import { ORDER_JOBS, type OrderJob } from './order-jobs.ts';

type Change = keyof typeof ORDER_JOBS;

/** Jobs to enqueue after a change; each gets the order's job with the `kind` of the change. */
export type OrderEffects = Partial<Record<Change, string[]>>;

const MAILS: OrderEffects = Object.fromEntries(
  Object.keys(ORDER_JOBS).map((change) => [change, [SEND_ORDER_MAIL]]),
);

/** @param more effects of other features, e.g. points and commissions after `paid` */
export function followOrderJobs(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  ...more: OrderEffects[]
): JobDefinition<OrderJob>[] {
  return (Object.keys(ORDER_JOBS) as Change[]).map((kind) => ({
    name: ORDER_JOBS[kind],
    concurrency: 5,
    handle: (job) =>
      db.transaction().execute(async (trx) => {
        for (const name of [MAILS, ...more].flatMap((effects) => effects[kind] ?? []))
          await jobs.enqueue(trx, name, { ...job, kind });
      }),
  }));
}
