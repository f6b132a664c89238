import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

/** Deletes the uses and decrements the count in one statement, which makes it idempotent. */
export async function deleteClaims(
  db: Platform['db'] | Transaction<DB>,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with gone as (delete from coupon_claims where ${which} returning coupon_code)
    update coupons set uses = uses - gone.count
    from (select coupon_code, count(*)::integer as count from gone group by coupon_code) as gone
    where coupons.code = gone.coupon_code`.execute(db);
}
