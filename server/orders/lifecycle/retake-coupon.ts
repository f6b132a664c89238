import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { countCouponUse, takeCouponPlace } from './take-coupon-place.ts';

/** Each try but the last lost its place to a concurrent use of the person. */
const TRIES = 5;

/**
 * Claims the coupon of an order that is paid after its end, because the end released it. The order's row is locked, and
 * releasing waits for it.
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
