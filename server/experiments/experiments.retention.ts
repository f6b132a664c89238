import type { RetentionRule } from '../platform/database/retention.ts';

/** Daily sums by source stay. */
export const experimentsRetention: RetentionRule[] = [
  { table: 'visits', column: 'day', isDate: true, days: 180 },
];
