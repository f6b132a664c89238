/** Recomputes the segments of profiles: after each change of an order, and daily for absent buyers. Purges interactions. */
import { sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { AT_RISK_AFTER_DAYS, segmentOf } from '@mare/domain/personalization/segments.ts';
import { saveSegments } from '../accounts/profile/buyer-totals.ts';
import { queueAutomatedMail } from '../mail/queue-automated-mail.ts';
import type { OrderEvent } from '../orders/lifecycle/order-events.ts';
import { defineBatchJob, defineJob } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { purgeInteractions } from './consent/purge-interactions.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

const DAY_MS = 86_400_000;
/** In one transaction, of those that are recomputed at night. */
const PEOPLE_AT_ONCE = 500;

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

/** Recomputes absent buyers, the only ones whose segment changes with time alone. */
async function recomputeSegments(platform: Deps): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - AT_RISK_AFTER_DAYS * DAY_MS);
  const absent = await platform.db
    .selectFrom('profiles')
    .select('id')
    .where('segment', 'in', ['casual', 'regular', 'vip'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.userId', '=', 'profiles.id')
            .where('orders.status', '=', 'paid')
            .where('orders.paidAt', '>', before),
        ),
      ),
    )
    .execute();
  const ids = absent.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += PEOPLE_AT_ONCE)
    await recomputeSegmentsOf(platform, ids.slice(at, at + PEOPLE_AT_ONCE));
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
      .select(['id', 'segment'])
      .where('id', 'in', userIds)
      .orderBy('id')
      // Rows that refer to a profile are written meanwhile.
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
    const changes = profiles.flatMap(({ id: userId, segment: before }) => {
      const { paidOrders = '0', spent = '0', lastPaidAt = null } = histories.get(userId) ?? {};
      const segment = segmentOf(
        { paidOrders: Number(paidOrders), spentCentavos: centavosFromNumeric(spent), lastPaidAt },
        clock.now(),
      );
      return segment === before ? [] : [{ userId, segment, lastPaidAt }];
    });
    await saveSegments(trx, changes);
    for (const { userId, segment, lastPaidAt } of changes)
      if (segment === 'at_risk')
        await queueAutomatedMail(
          trx,
          { clock },
          {
            automation: 'win_back',
            userId,
            deduplicationKey: `win-back:${userId}:${lastPaidAt?.toISOString()}`,
          },
        );
  });
}
