/** The coupon of the sequences of group purchases. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { releaseCouponJob } from '../coupons/release-coupon.job.ts';
import type { GroupBed } from './group-purchases.testing.ts';

/** Half the price, once per person. */
export async function addCoupon({ db }: GroupBed): Promise<string> {
  const code = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  await db.insertInto('coupons').values({ code, percent: 50 }).execute();
  return code;
}

/** Releases the coupons of orders that ended since the last call, once each, as the worker does. */
async function releaseCoupons(bed: GroupBed, { orders, ended }: CouponHistory): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where id = any(${orders}::uuid[]) and status in ('cancelled', 'failed', 'refunded')`.execute(
    bed.db,
  );
  const events = rows.flatMap(({ id }) => (ended.has(id) ? [] : [{ orderId: id }]));
  ended.clear();
  for (const { id } of rows) ended.add(id);
  if (events.length > 0) await releaseCouponJob.handleMany!(bed.platform, events);
}

interface CouponHistory {
  orders: readonly string[];
  /** Orders whose end the worker has handled. */
  ended: Set<string>;
  coupon: string;
}

/**
 * @throws an assertion error if another order than one that is unpaid, paid or charged back uses the coupon, or an order
 * has another price than the one shown
 */
export async function expectCouponsOfOrders(bed: GroupBed, history: CouponHistory): Promise<void> {
  await releaseCoupons(bed, history);
  const { coupon: code } = history;
  const { rows: orders } = await sql<{
    hasCoupon: boolean;
    status: string;
    claims: number;
    centavos: number;
    charged: number;
    cotas: number;
    returned: number;
  }>`
    select coalesce(discounts @> ${JSON.stringify([{ kind: 'coupon' }])}::jsonb, false) as has_coupon, status,
      (select count(*)::integer from coupon_claims as claim where coupon_code = ${code}
        and claim.user_id = orders.user_id and claim.client_request_id = orders.client_request_id) as claims,
      (total_amount * 100)::integer as centavos, (returned_amount * 100)::integer as returned,
      (select sum(amount * 100)::integer from payment_attempts where order_id = orders.id) as charged,
      (select sum(quantity)::integer from order_items where order_id = orders.id) as cotas
    from orders where id = any(${history.orders}::uuid[])`.execute(bed.db);
  for (const { hasCoupon, status, claims, centavos, charged, cotas, returned } of orders) {
    expect(claims).toBe(hasCoupon && ['pending', 'paid', 'charged_back'].includes(status) ? 1 : 0);
    expect(charged).toBe(centavos);
    if (returned === 0) expect(centavos).toBe(cotas * (hasCoupon ? 100 : 200));
  }
  const { uses } = await bed.db
    .selectFrom('coupons')
    .select('uses')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  expect(uses).toBe(orders.reduce((sum, { claims }) => sum + claims, 0));
}
