import type { RetentionRule } from '../platform/database/retention.ts';

/** Figures of abandoned carts look back 30 days. */
export const cartRetention: RetentionRule[] = [
  { table: 'anonymousCartSessions', column: 'expiresAt', days: 60 },
];
