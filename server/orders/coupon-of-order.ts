/** The coupon of an order. Its claim ends with the order; `released_coupons` has it afterwards, until its retention ends. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Code, for queries of `orders`. */
export const couponOfOrder = sql<string | null>`coalesce(
  (select claim.coupon_code from coupon_claims claim where claim.user_id = orders.user_id
    and claim.client_request_id = orders.client_request_id limit 1),
  (select released.coupon_code from released_coupons released where released.order_id = orders.id))`;

/** One semi-join for both tables: with `or`, the planner reads the orders one by one. */
export function hasCoupon(code: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(orders.user_id, orders.client_request_id) in (
    select user_id, client_request_id from coupon_claims where coupon_code = ${code}
    union all
    select ended.user_id, ended.client_request_id
    from released_coupons released join orders ended on ended.id = released.order_id
    where released.coupon_code = ${code})`;
}
