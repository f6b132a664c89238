import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { type CouponRefusalReason, RELEASING_STATUSES } from './find-coupon.ts';

export interface CouponClaim {
  code: string;
  userId: string;
  /** Idempotency key of the order. */
  clientRequestId: string;
}

/** Age (ms) at which a claim without an order counts as abandoned after a crash. */
const ORDER_FOLLOWS_WITHIN_MS = 2 * 60_000;

class Refused extends Error {}

/**
 * Claims one use of a coupon for an order about to be created. Idempotent per order; another order of the same buyer can
 * claim it only after the first is released. Enforced by the key of coupon_uses and a conditional update of the count.
 */
export async function claimCoupon(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { code, userId, clientRequestId }: CouponClaim,
): Promise<{ ok: true } | { ok: false; reason: CouponRefusalReason }> {
  const now = clock.now();
  const orphanedBefore = new Date(now.getTime() - ORDER_FOLLOWS_WITHIN_MS);
  try {
    return await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ isNew: boolean }>`
        insert into coupon_uses (coupon_code, user_id, client_request_id, created_at)
        values (${code}, ${userId}, ${clientRequestId}, ${now})
        on conflict (coupon_code, user_id) do update
          set client_request_id = excluded.client_request_id, created_at = excluded.created_at
          where coupon_uses.client_request_id = excluded.client_request_id
            or coalesce(
              (select status = any (${RELEASING_STATUSES}) from orders
               where orders.user_id = coupon_uses.user_id
                 and orders.client_request_id = coupon_uses.client_request_id),
              coupon_uses.created_at < ${orphanedBefore})
        returning xmax = 0 as is_new`.execute(trx);
      if (!rows[0]) return { ok: false, reason: 'used' };
      if (!rows[0].isNew) return { ok: true };
      const counted = await trx
        .updateTable('coupons')
        .set((eb) => ({ uses: eb('uses', '+', 1) }))
        .where('code', '=', code)
        .where((eb) => eb.or([eb('maxUses', 'is', null), eb('uses', '<', eb.ref('maxUses'))]))
        .executeTakeFirst();
      if (counted.numUpdatedRows === 0n) throw new Refused();
      return { ok: true };
    });
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: 'over' };
    throw error;
  }
}
