import { type RawBuilder, sql } from 'kysely';
import type { OrderEvent } from '../../orders/lifecycle/order-events.ts';
import { defineBatchJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CouponClaim } from './claim-coupon.ts';
import { RELEASING_STATUSES } from './find-coupon.ts';

/** Releases the coupon of an order that was cancelled, failed or refunded. */
export const releaseCouponJob = defineBatchJob(
  'release-coupon',
  {},
  ({ db }: Pick<Platform, 'db'>, events: OrderEvent[]) =>
    deleteClaims(
      db,
      sql`(user_id, client_request_id) in (select user_id, client_request_id from orders
            where id = any (${events.map(({ orderId }) => orderId)}::uuid[]) and status = any (${RELEASING_STATUSES}))`,
    ),
);

/** Releases the claim of a failed reservation, unless the order exists after all. */
export function releaseClaim(
  { db }: Pick<Platform, 'db'>,
  { code, userId, clientRequestId }: CouponClaim,
): Promise<void> {
  return deleteClaims(
    db,
    sql`coupon_code = ${code} and user_id = ${userId} and client_request_id = ${clientRequestId}
        and not exists (select from orders where orders.user_id = coupon_uses.user_id
          and orders.client_request_id = coupon_uses.client_request_id)`,
  );
}

/** Deletes the uses and decrements the count in one statement, which makes it idempotent. */
async function deleteClaims(db: Platform['db'], which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (delete from coupon_uses where ${which} returning coupon_code)
    update coupons set uses = uses - gone.count
    from (select coupon_code, count(*)::integer as count from gone group by coupon_code) as gone
    where coupons.code = gone.coupon_code`.execute(db);
}
