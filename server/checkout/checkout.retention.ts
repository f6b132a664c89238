import { sql } from 'kysely';
import type { RetentionRule } from '../platform/database/retention.ts';

export const checkoutRetention: RetentionRule[] = [
  {
    table: 'releasedCoupons',
    column: 'releasedAt',
    // Longer than money of an ended order can take to arrive.
    days: 180,
    // Lists and files go on naming the coupon of an order that was paid.
    where: sql`not exists (select from orders where orders.id = released_coupons.order_id and paid_at is not null)`,
  },
];
