import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { countCouponUse, takeCouponPlace } from './take-coupon-place.ts';

/** A try fails only if a concurrent order of the same person takes the place first. */
const TRIES = 5;

/**
 * Claims the coupon again for an order that is paid after it ended, because ending released the coupon. The order's row
 * is locked, and a release waits for it.
 *
 * @returns whether the order still has its coupon; false if the person has used it again, or its usage limit is reached
 */
export async function retakeCoupon(trx: Transaction<DB>, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ code: string; userId: string; personId: string; clientRequestId: string }>`
    select coupon_code as code, user_id, coalesce(person_id, user_id) as person_id, client_request_id
    from released_coupons
    join orders on orders.id = order_id
    join profiles on profiles.id = user_id
    where order_id = ${orderId}`.execute(trx);
  const [use] = rows;
  if (!use) return true;
  for (let tryNo = 0; tryNo < TRIES; tryNo++) {
    const taken = await takeCouponPlace(trx, use, now);
    if (taken === 'used') return false;
    if (taken === 'taken') {
      if (!(await countCouponUse(trx, use.code))) {
        await trx
          .deleteFrom('couponClaims')
          .where('userId', '=', use.userId)
          .where('clientRequestId', '=', use.clientRequestId)
          .execute();
        return false;
      }
      await trx.deleteFrom('releasedCoupons').where('orderId', '=', orderId).execute();
      return true;
    }
  }
  return false;
}
