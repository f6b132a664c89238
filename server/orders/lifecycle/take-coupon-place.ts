import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export interface CouponUse {
  code: string;
  userId: string;
  personId: string;
  /** Idempotency key of the order. */
  clientRequestId: string;
  /** Hash of the request's content, if known. */
  requestHash?: string;
}

/** `lost`: a concurrent order of the same person took the place. */
export type TakenPlace = 'taken' | 'used' | 'lost';

/** Takes one of a person's uses of a coupon; the primary key of coupon_claims decides. Does not count the use. */
export async function takeCouponPlace(
  trx: Transaction<DB>,
  { code, userId, personId, clientRequestId, requestHash }: CouponUse,
  now: Date,
): Promise<TakenPlace> {
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
    .values({
      couponCode: code,
      personId,
      useNo: place.useNo,
      userId,
      clientRequestId,
      requestHash,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted ? 'taken' : 'lost';
}

/** Counts a use of the coupon. @returns false if its usage limit is reached */
export async function countCouponUse(trx: Transaction<DB>, code: string): Promise<boolean> {
  const counted = await trx
    .updateTable('coupons')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', code)
    .where((eb) => eb.or([eb('maxUses', 'is', null), eb('uses', '<', eb.ref('maxUses'))]))
    .executeTakeFirst();
  return counted.numUpdatedRows === 1n;
}
