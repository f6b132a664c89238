/**
 * The coupon of an order. Its claim ends with the order; `released_coupons` has it afterwards: of an order that was never
 * paid, until its retention ends.
 */
import { sql } from 'kysely';

/** Code, for queries of `orders`. */
export const couponOfOrder = sql<string | null>`coalesce(
  (select claim.coupon_code from coupon_claims claim where claim.user_id = orders.user_id
    and claim.client_request_id = orders.client_request_id limit 1),
  (select released.coupon_code from released_coupons released where released.order_id = orders.id))`;
