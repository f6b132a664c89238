import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CouponRefusalReason, RELEASING_STATUSES } from './find-coupon.ts';
import { deleteClaims } from './delete-claims.ts';

export interface CouponClaim {
  code: string;
  userId: string;
  /** Idempotency key of the order. */
  clientRequestId: string;
}

/** Age (ms) at which a claim without an order counts as abandoned after a crash. */
const ORDER_FOLLOWS_WITHIN_MS = 2 * 60_000;
/** Each try but the last lost its place to a concurrent claim of the person. */
const TRIES = 5;

class Refused extends Error {}

/**
 * Claims one use of a coupon for an order about to be created. Idempotent per order. A person has as many places as the
 * coupon allows uses; the key of coupon_claims and a conditional update of the count decide. Claims whose order was
 * cancelled, or never made, are released first.
 */
export async function claimCoupon(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  claim: CouponClaim,
): Promise<{ ok: true } | { ok: false; reason: CouponRefusalReason }> {
  try {
    for (let tryNo = 0; tryNo < TRIES; tryNo++) {
      const claimed = await db.transaction().execute((trx) => claimOnce(trx, claim, clock.now()));
      if (claimed !== 'lost') return claimed === 'claimed' ? { ok: true } : { ok: false, reason: claimed };
    }
    return { ok: false, reason: 'used' };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: 'over' };
    throw error;
  }
}

async function claimOnce(
  trx: Transaction<DB>,
  { code, userId, clientRequestId }: CouponClaim,
  now: Date,
): Promise<'claimed' | 'used' | 'lost'> {
  const { personId } = await trx
    .selectFrom('profiles')
    .select((eb) => eb.fn.coalesce('personId', 'id').as('personId'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const known = await trx
    .selectFrom('couponClaims')
    .select('useNo')
    .where('couponCode', '=', code)
    .where('userId', '=', userId)
    .where('clientRequestId', '=', clientRequestId)
    .executeTakeFirst();
  if (known) return 'claimed';
  const orphanedBefore = new Date(now.getTime() - ORDER_FOLLOWS_WITHIN_MS);
  await deleteClaims(
    trx,
    sql`coupon_code = ${code} and person_id = ${personId} and coalesce(
      (select status = any (${RELEASING_STATUSES}) from orders
       where orders.user_id = coupon_claims.user_id
         and orders.client_request_id = coupon_claims.client_request_id),
      created_at < ${orphanedBefore})`,
  );
  const { rows: places } = await sql<{ useNo: number }>`
    select use_no from coupons, generate_series(1, uses_per_person) as use_no
    where code = ${code} and not exists (select from coupon_claims
      where coupon_code = code and person_id = ${personId} and coupon_claims.use_no = use_no.use_no)
      and (select count(*) from coupon_claims where coupon_code = code and person_id = ${personId}) < uses_per_person
    order by use_no limit 1`.execute(trx);
  const [place] = places;
  if (!place) return 'used';
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto('couponClaims')
    .values({ couponCode: code, personId, useNo: place.useNo, userId, clientRequestId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!inserted) return 'lost';
  const counted = await trx
    .updateTable('coupons')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', code)
    .where((eb) => eb.or([eb('maxUses', 'is', null), eb('uses', '<', eb.ref('maxUses'))]))
    .executeTakeFirst();
  // Rolls the claim back.
  if (counted.numUpdatedRows === 0n) throw new Refused();
  return 'claimed';
}
