import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { personOfAccount } from '../../platform/database/person-of-account.ts';
import type { Platform } from '../../platform/platform.ts';
import { countCouponUse, takeCouponPlace } from '../../orders/lifecycle/take-coupon-place.ts';
import { deleteClaims, IS_ORDER_OF_CLAIM, lockEndedOrders } from './delete-claims.ts';
import type { CouponRejectionReason } from './find-coupon.ts';
import { findOrderOfRequest } from '../../orders/reading/find-order.ts';

export interface CouponClaim {
  code: string;
  userId: string;
  /** Idempotency key of the order. */
  clientRequestId: string;
  /** Hash of the request's content. */
  requestHash: string;
}

/** `other-request`: a request of other content and the same key has claimed the coupon. */
export type ClaimCouponResult = { ok: true } | { ok: false; reason: CouponRejectionReason | 'other-request' };

/** Age (ms) at which a claim without an order counts as abandoned after a crash. */
const ORDER_FOLLOWS_WITHIN_MS = 2 * 60_000;
/** Every attempt except the last has lost its place to a concurrent claim of the person. */
const TRIES = 5;

class CouponUsedUp extends Error {}

/**
 * Claims one use of a coupon for an order about to be created. Idempotent per order, also after the order ended.
 * A person has as many places as the coupon allows uses per person; the primary key of coupon_claims and a conditional
 * update of the count decide concurrent claims. First releases claims whose order was cancelled or never created.
 */
export async function claimCoupon(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  claim: CouponClaim,
): Promise<ClaimCouponResult> {
  try {
    for (let tryNo = 0; tryNo < TRIES; tryNo++) {
      const claimed = await db.transaction().execute((trx) => claimOnce(trx, claim, clock.now()));
      if (claimed !== 'lost') return claimed === 'claimed' ? { ok: true } : { ok: false, reason: claimed };
    }
    return { ok: false, reason: 'used' };
  } catch (error) {
    if (error instanceof CouponUsedUp) return { ok: false, reason: 'over' };
    throw error;
  }
}

async function claimOnce(
  trx: Transaction<DB>,
  claim: CouponClaim,
  now: Date,
): Promise<'claimed' | 'used' | 'lost' | 'other-request'> {
  const { code, userId, clientRequestId, requestHash } = claim;
  const { personId } = await trx
    .selectFrom('profiles')
    .select(personOfAccount('profiles').as('personId'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const known = await trx
    .selectFrom('couponClaims')
    .select(['requestHash', 'createdAt'])
    .where('couponCode', '=', code)
    .where('userId', '=', userId)
    .where('clientRequestId', '=', clientRequestId)
    .executeTakeFirst();
  const orphanedBefore = new Date(now.getTime() - ORDER_FOLLOWS_WITHIN_MS);
  const isSame = (earlier: { requestHash: string | null }) =>
    !earlier.requestHash || earlier.requestHash === requestHash;
  if (known && isSame(known)) return 'claimed';
  if (known && known.createdAt >= orphanedBefore) return 'other-request';
  // Its claim was released when the order ended; a late payment claims again (`retakeCoupon`).
  const order = await findOrderOfRequest(trx, userId, clientRequestId);
  if (order && isSame(order)) return 'claimed';
  const ended = await lockEndedOrders(
    trx,
    sql`id in (select orders.id from coupon_claims join orders using (user_id, client_request_id)
        where coupon_code = ${code} and person_id = ${personId} and ${IS_ORDER_OF_CLAIM})`,
  );
  await deleteClaims(
    trx,
    sql`coupon_code = ${code} and person_id = ${personId} and coalesce(
      (select id = any (${ended}::uuid[]) from orders
       where orders.user_id = coupon_claims.user_id
         and orders.client_request_id = coupon_claims.client_request_id and ${IS_ORDER_OF_CLAIM}),
      created_at < ${orphanedBefore})`,
  );
  const taken = await takeCouponPlace(trx, { ...claim, personId }, now);
  if (taken !== 'taken') return taken;
  // Rolls the claim back.
  if (!(await countCouponUse(trx, code))) throw new CouponUsedUp();
  return 'claimed';
}
