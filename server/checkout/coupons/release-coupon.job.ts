import { sql } from 'kysely';
import type { OrderEvent } from '../../orders/lifecycle/order-events.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { defineBatchJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CouponClaim } from './claim-coupon.ts';
import { deleteClaims, IS_ORDER_OF_CLAIM, lockEndedOrders } from './delete-claims.ts';

/** Releases the coupon of an order that was cancelled, failed or refunded. */
export const releaseCouponJob = defineBatchJob(
  'release-coupon',
  {},
  ({ db }: Pick<Platform, 'db'>, events: OrderEvent[]) =>
    inTransaction(db, async (trx) => {
      const ended = await lockEndedOrders(
        trx,
        sql`id = any (${events.map(({ orderId }) => orderId)}::uuid[])`,
      );
      await deleteClaims(
        trx,
        sql`(user_id, client_request_id) in (select orders.user_id, orders.client_request_id from orders
              where id = any (${ended}::uuid[]) and ${IS_ORDER_OF_CLAIM})`,
      );
    }),
);

/** Releases the claim of a failed reservation, unless its order exists after all. */
export function releaseClaim(
  { db }: Pick<Platform, 'db'>,
  { code, userId, clientRequestId, requestHash }: CouponClaim,
): Promise<void> {
  return deleteClaims(
    db,
    sql`coupon_code = ${code} and user_id = ${userId} and client_request_id = ${clientRequestId}
        and coalesce(request_hash = ${requestHash}, true) and not exists (select from orders where orders.user_id = coupon_claims.user_id
          and orders.client_request_id = coupon_claims.client_request_id and ${IS_ORDER_OF_CLAIM})`,
  );
}
