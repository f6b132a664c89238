import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { RELEASING_STATUSES } from './find-coupon.ts';

/** False for an order with the same key but another request content. Older rows have no hash and match. */
export const IS_ORDER_OF_CLAIM = sql`coalesce(orders.request_hash = coupon_claims.request_hash, true)`;

/**
 * Deletes the claims and decrements the count in one statement, which makes it idempotent. Stores the coupons of
 * orders, because a late payment claims them again (`retakeCoupon`).
 */
export async function deleteClaims(
  db: Platform['db'] | Transaction<DB>,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with deleted as (delete from coupon_claims where ${which}
      returning coupon_code, user_id, client_request_id, request_hash),
    remembered as (
      insert into released_coupons (order_id, coupon_code)
      select orders.id, coupon_code from deleted join orders using (user_id, client_request_id)
      where coalesce(orders.request_hash = deleted.request_hash, true)
      on conflict (order_id) do update set released_at = now())
    update coupons set uses = uses - released.count
    from (select coupon_code, count(*)::integer as count from deleted group by coupon_code) as released
    where coupons.code = released.coupon_code`.execute(db);
}

/**
 * Locks orders that ended unpaid or refunded, until the end of the transaction. Serializes with a late payment, which
 * would keep the coupon.
 * @returns their ids
 */
export async function lockEndedOrders(trx: Transaction<DB>, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where ${which} and status = any (${RELEASING_STATUSES}) order by id for share`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
