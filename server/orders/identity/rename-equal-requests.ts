import { type Transaction, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Renames idempotency keys of `formerId` that `id` has used too, before its orders move to `id`. Both can have the
 * same key because a browser retries with its key after a lost response, even if another account has signed in. Also
 * renames the keys of their coupon claims.
 */
export async function renameEqualRequests(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  await sql`
    with equal as (
      select id, client_request_id as key from orders
      where user_id = ${formerId}
        and client_request_id in (select client_request_id from orders where user_id = ${id})
    ), renamed as (
      update orders set client_request_id = 'merged-' || equal.id from equal where orders.id = equal.id
    )
    update coupon_claims set client_request_id = 'merged-' || equal.id from equal
    where user_id = ${formerId} and client_request_id = equal.key`.execute(trx);
}
