/** Recomputes the segments of profiles: after each change of an order, and daily for absent buyers. Purges interactions. */
import { sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { absentFrom, segmentOf } from '@mare/domain/personalization/segments.ts';
import { saveSegments } from '../accounts/profile/buyer-totals.ts';
import { queueAutomationMails } from '../mail/queue-automated-mail.ts';
import type { OrderEvent } from '../orders/lifecycle/order-events.ts';
import { defineBatchJob, defineJob } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';
import { purgeInteractions } from './consent/purge-interactions.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

/** Profiles per transaction of the nightly run. */
const PEOPLE_PER_BATCH = 500;

export const recomputeSegmentJob = defineBatchJob(
  'keep-segment',
  {},
  async (platform: Deps, events: OrderEvent[]) => {
    const buyers = await platform.db
      .selectFrom('orders')
      .select('userId')
      .distinct()
      .where(
        'id',
        'in',
        events.map(({ orderId }) => orderId),
      )
      .execute();
    await recomputeSegmentsOf(
      platform,
      buyers.map(({ userId }) => userId),
    );
  },
);

export const recomputeSegmentsJob = defineJob('keep-segments', { cron: '20 6 * * *' }, runDaily);

async function runDaily(platform: Deps): Promise<void> {
  await recomputeSegments(platform);
  await purgeInteractions(platform);
}

/**
 * Recomputes profiles whose segment may have changed by time alone. Terminates, because a recomputed profile is due
 * later or never.
 */
async function recomputeSegments(platform: Deps): Promise<void> {
  for (;;) {
    const { rows: dueUsers } = await sql<{ id: string }>`
      select id from profiles
      where segment in ('casual', 'regular', 'vip') and coalesce(segment_due_at, '-infinity') < ${platform.clock.now()}
      order by coalesce(segment_due_at, '-infinity') limit ${PEOPLE_PER_BATCH}`.execute(platform.db);
    await recomputeSegmentsOf(
      platform,
      dueUsers.map(({ id }) => id),
    );
    if (dueUsers.length < PEOPLE_PER_BATCH) return;
  }
}

export function recomputeSegment(platform: Deps, userId: string): Promise<void> {
  return recomputeSegmentsOf(platform, [userId]);
}

/** Locks the profiles, so that concurrent orders are serialized. */
async function recomputeSegmentsOf({ db, clock }: Deps, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const profiles = await trx
      .selectFrom('profiles')
      .select(['id', 'segment', 'segmentDueAt'])
      .where('id', 'in', userIds)
      .orderBy('id')
      // Does not block inserts of rows that refer to the profile.
      .forNoKeyUpdate()
      .execute();
    const rows = await trx
      .selectFrom('orders')
      .select((eb) => [
        'userId',
        eb.fn.countAll<string>().as('paidOrders'),
        sql<string>`coalesce(sum(total_amount - returned_amount), 0)`.as('spent'),
        eb.fn.max('paidAt').as('lastPaidAt'),
      ])
      .where('userId', 'in', userIds)
      .where('status', '=', 'paid')
      .groupBy('userId')
      .execute();
    const histories = new Map(rows.map((row) => [row.userId, row]));
    const now = clock.now();
    const changes = profiles.flatMap(({ id: userId, segment: before, segmentDueAt }) => {
      const { paidOrders = '0', spent = '0', lastPaidAt = null } = histories.get(userId) ?? {};
      const history = {
        paidOrders: Number(paidOrders),
        spentCentavos: centavosFromNumeric(spent),
        lastPaidAt,
      };
      const segment = segmentOf(history, now);
      const dueAt = absentFrom(history, now);
      // A purchase postpones this time, so it is rechecked when it is reached.
      const isKnown = dueAt === null || (segmentDueAt !== null && segmentDueAt >= now);
      return segment === before && isKnown ? [] : [{ userId, segment, dueAt, lastPaidAt }];
    });
    await saveSegments(trx, changes);
    const absent = changes.filter(({ segment }) => segment === 'at_risk');
    await queueAutomationMails(
      trx,
      { clock },
      'win_back',
      absent.map(({ userId, lastPaidAt }) => ({
        userId,
        deduplicationKey: `win-back:${userId}:${lastPaidAt?.toISOString()}`,
      })),
    );
  });
}
