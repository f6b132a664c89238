/**
 * Counts the buyer of a paid order as referred by the owner of the personal link, which the ranking rewards.
 * Idempotent.
 */
import { defineBatchJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeReferral } from '../referrals/remove-referral.ts';

export const rewardShareJob = defineBatchJob(
  'reward-share',
  {},
  async ({ db }: Pick<Platform, 'db'>, events: { orderId: string }[]) => {
    // Most orders have no personal link: a lookup by key finds that out at a fraction of the whole query's cost.
    const linked = await db
      .selectFrom('shareOrders')
      .select('orderId')
      .where(
        'orderId',
        'in',
        events.map(({ orderId }) => orderId),
      )
      .execute();
    if (linked.length === 0) return;
    const ids = linked.map(({ orderId }) => orderId);
    const shared = await db
      .selectFrom('shareOrders')
      .innerJoin('shareLinks', 'shareLinks.code', 'shareOrders.code')
      .innerJoin('orders', 'orders.id', 'shareOrders.orderId')
      .innerJoin('profiles as sharer', 'sharer.id', 'shareLinks.userId')
      .innerJoin('profiles as buyer', 'buyer.id', 'orders.userId')
      .select(['orders.id', 'orders.status', 'sharer.id as referrerId', 'buyer.id as referredId'])
      .whereRef('sharer.personId', '<>', 'buyer.personId')
      .where('orders.id', 'in', ids)
      .execute();
    for (const { id, status, referrerId, referredId } of shared)
      if (status === 'paid')
        await db
          .insertInto('referrals')
          .values({ referrerId, referredId, orderId: id })
          .onConflict((conflict) => conflict.column('referredId').doNothing())
          .execute();
      else await db.transaction().execute((trx) => removeReferral(trx, id));
  },
);
