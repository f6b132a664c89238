import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

/** Deletes the uses and decrements the count in one statement, which makes it idempotent. */
export async function deleteClaims(
  db: Platform['db'] | Transaction<DB>,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with deleted as (delete from coupon_claims where ${which} returning coupon_code)
    update coupons set uses = uses - released.count
    from (select coupon_code, count(*)::integer as count from deleted group by coupon_code) as released
    where coupons.code = released.coupon_code`.execute(db);
}
