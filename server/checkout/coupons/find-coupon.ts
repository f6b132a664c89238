import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Clock } from '../../platform/clock.ts';

/** `used`: once already, by this buyer. `over`: expired, switched off, or used as often as it may be. */
export type CouponRefusalReason = 'unknown' | 'used' | 'over';

export interface Coupon {
  code: string;
  percent: number;
}

export type FindCouponResult = { ok: true; coupon: Coupon } | { ok: false; reason: CouponRefusalReason };

/** Orders in these states have given their coupon back. */
export const GIVEN_BACK = ['cancelled', 'failed', 'refunded'];

/** How a coupon is written: case and spaces do not matter. */
export function couponCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** The coupon as far as it can be told before it is claimed: whether uses are left is decided then. */
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

/** The same, and whether this buyer could claim it now: for showing a price, not for deciding one. */
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
    .where('orders.status', 'not in', GIVEN_BACK)
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
