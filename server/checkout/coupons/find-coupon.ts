import { sql, type Kysely } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type CouponCart, judgeCoupon, type TermsRejection } from '@mare/domain/checkout/coupon-terms.ts';
import type { CouponDiscount } from '@mare/domain/checkout/discounts.ts';
import type { Segment } from '@mare/domain/personalization/segments.ts';
import type { Clock } from '../../platform/clock.ts';

/** `used`: this person has used all uses that the coupon allows a person. `over`: expired or at its usage limit. */
export type CouponRejectionReason = 'unknown' | 'used' | TermsRejection;

export type Coupon = CouponDiscount;

export type FindCouponResult = { ok: true; coupon: Coupon } | { ok: false; reason: CouponRejectionReason };

/** Cotas paid for. */
export type CouponLine = { rifaId: string; quantity: number };

/** Order states in which the coupon is released. */
export const RELEASING_STATUSES = ['cancelled', 'failed', 'refunded'];

/** Normalizes a typed code: case and spaces are ignored. */
export function couponCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Finds a coupon that is valid for this buyer and cart. Does not check its usage limits, which claiming enforces. */
export async function findCoupon(
  db: Kysely<DB>,
  clock: Clock,
  typed: string,
  userId: string,
  lines: readonly CouponLine[],
): Promise<FindCouponResult> {
  const row = await db
    .selectFrom('coupons')
    .selectAll()
    .where('code', '=', couponCode(typed))
    .executeTakeFirst();
  if (!row) return { ok: false, reason: 'unknown' };
  const { code, percent, amountOff, rifaIds, stacksWithVip, minimum } = row;
  const terms = { ...row, minimumCentavos: centavosOrNull(minimum) };
  const reason = judgeCoupon(terms, await readCart(db, userId, lines), clock.now());
  if (reason) return { ok: false, reason };
  return {
    ok: true,
    coupon: { code, percent, offCentavos: centavosOrNull(amountOff), rifaIds, stacksWithVip },
  };
}

const centavosOrNull = (numeric: string | null) => (numeric === null ? null : centavosFromNumeric(numeric));

async function readCart(db: Kysely<DB>, userId: string, lines: readonly CouponLine[]): Promise<CouponCart> {
  const { rows } = await sql<{ segment: Segment; personId: string; prices: Record<string, number> }>`
    select profiles.segment, profiles.person_id,
      (select coalesce(jsonb_object_agg(id, (price * 100)::integer), '{}') from rifas
        where id = any(${lines.map(({ rifaId }) => rifaId)}::uuid[])) as prices
    from profiles where id = ${userId}`.execute(db);
  const { segment = 'new', personId = userId, prices = {} } = rows[0] ?? {};
  const listed = lines.map(({ rifaId, quantity }) => ({
    rifaId,
    listCentavos: (prices[rifaId] ?? 0) * quantity,
  }));
  return { segment, personId, lines: listed };
}

/** Checks whether this buyer could claim the coupon now. For price display only; the claim decides. */
export async function previewCoupon(
  db: Kysely<DB>,
  clock: Clock,
  typed: string,
  userId: string,
  lines: readonly CouponLine[],
): Promise<FindCouponResult> {
  const found = await findCoupon(db, clock, typed, userId, lines);
  if (!found.ok) return found;
  const { code } = found.coupon;
  const { rows } = await sql<{ isUsed: boolean; isFull: boolean }>`
    select uses_by_person >= uses_per_person as is_used, coalesce(coupons.uses >= max_uses, false) as is_full
    from coupons, lateral (
      select count(*) as uses_by_person from coupon_claims claim
      join orders on orders.user_id = claim.user_id and orders.client_request_id = claim.client_request_id
      where claim.coupon_code = coupons.code
        and claim.person_id = (select person_id from profiles where id = ${userId})
        and orders.status <> all (${RELEASING_STATUSES})) as person
    where code = ${code}`.execute(db);
  const { isUsed, isFull } = rows[0]!;
  if (isUsed) return { ok: false, reason: 'used' };
  return isFull ? { ok: false, reason: 'over' } : found;
}
