import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Clock } from '../../platform/clock.ts';

/** `used`: by this buyer. `over`: expired, inactive or at its usage limit. */
export type CouponRefusalReason = 'unknown' | 'used' | 'over';

export interface Coupon {
  code: string;
  percent: number;
}

export type FindCouponResult = { ok: true; coupon: Coupon } | { ok: false; reason: CouponRefusalReason };

/** Order states in which the coupon is released. */
export const RELEASING_STATUSES = ['cancelled', 'failed', 'refunded'];

/** Normalizes a typed code: case and spaces are ignored. */
export function couponCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Finds a valid coupon. Does not check its usage limit, which claiming enforces. */
export async function findCoupon(db: Kysely<DB>, clock: Clock, typed: string): Promise<FindCouponResult> {
  const row = await db
    .selectFrom('coupons')
    .select(['code', 'percent', 'active', 'expiresAt'])
    .where('code', '=', couponCode(typed))
    .executeTakeFirst();
  if (!row) return { ok: false, reason: 'unknown' };
  const { code, percent, active, expiresAt } = row;
  if (!active || (expiresAt && expiresAt <= clock.now())) return { ok: false, reason: 'over' };
  return { ok: true, coupon: { code, percent } };
}

/** Also checks whether this buyer could claim it now. For price display only; claiming decides. */
export async function previewCoupon(
  db: Kysely<DB>,
  clock: Clock,
  typed: string,
  userId: string,
): Promise<FindCouponResult> {
  const found = await findCoupon(db, clock, typed);
  if (!found.ok) return found;
  const { code } = found.coupon;
  const use = await db
    .selectFrom('couponUses')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.userId', '=', 'couponUses.userId')
        .onRef('orders.clientRequestId', '=', 'couponUses.clientRequestId'),
    )
    .select('orders.id')
    .where('couponUses.couponCode', '=', code)
    .where('couponUses.userId', '=', userId)
    .where('orders.status', 'not in', RELEASING_STATUSES)
    .executeTakeFirst();
  if (use) return { ok: false, reason: 'used' };
  const full = await db
    .selectFrom('coupons')
    .select('code')
    .where('code', '=', code)
    .whereRef('uses', '>=', 'maxUses')
    .executeTakeFirst();
  return full ? { ok: false, reason: 'over' } : found;
}
