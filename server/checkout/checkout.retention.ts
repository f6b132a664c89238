import type { RetentionRule } from '../platform/database/retention.ts';

/** Longer than money of an ended order can take to arrive. */
export const checkoutRetention: RetentionRule[] = [
  { table: 'releasedCoupons', column: 'releasedAt', days: 180 },
];
