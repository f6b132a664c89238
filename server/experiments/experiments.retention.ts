import type { RetentionRule } from '../platform/database/retention.ts';

/** Daily totals by source are kept. */
export const experimentsRetention: RetentionRule[] = [
  { table: 'visits', column: 'day', isDate: true, days: 180 },
];
