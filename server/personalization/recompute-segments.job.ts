/** Recomputes the segments of profiles: after each change of an order, and daily for absent buyers. Purges interactions. */
import { sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { AT_RISK_AFTER_DAYS, segmentOf } from '@mare/domain/personalization/segments.ts';
import { saveSegment } from '../accounts/profile/buyer-totals.ts';
import { queueAutomatedMail } from '../mail/queue-automated-mail.ts';
import type { OrderEvent } from '../orders/lifecycle/order-events.ts';
import { defineJob } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { purgeInteractions } from './consent/purge-interactions.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

const DAY_MS = 86_400_000;

export const recomputeSegmentJob = defineJob(
  'keep-segment',
  { concurrency: 5 },
  async (platform: Deps, { orderId }: OrderEvent) => {
    const order = await platform.db
      .selectFrom('orders')
      .select('userId')
      .where('id', '=', orderId)
      .executeTakeFirst();
    if (order) await recomputeSegment(platform, order.userId);
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
  for (const { id } of absent) await recomputeSegment(platform, id);
}

/** Locks the profile, so that concurrent orders are serialized. */
export async function recomputeSegment({ db, clock }: Deps, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute();
    const history = await trx
      .selectFrom('orders')
      .select((eb) => [
        eb.fn.countAll<string>().as('paidOrders'),
        sql<string>`coalesce(sum(total_amount - returned_amount), 0)`.as('spent'),
        eb.fn.max('paidAt').as('lastPaidAt'),
      ])
      .where('userId', '=', userId)
      .where('status', '=', 'paid')
      .executeTakeFirstOrThrow();
    const segment = segmentOf(
      {
        paidOrders: Number(history.paidOrders),
        spentCentavos: centavosFromNumeric(history.spent),
        lastPaidAt: history.lastPaidAt,
      },
      clock.now(),
    );
    if ((await saveSegment(trx, userId, segment)) && segment === 'at_risk')
      await queueAutomatedMail(
        trx,
        { clock },
        {
          automation: 'win_back',
          userId,
          deduplicationKey: `win-back:${userId}:${history.lastPaidAt?.toISOString()}`,
        },
      );
  });
}
