import type { RetentionRule } from '../platform/database/retention.ts';

/** Abandoned cart stats cover 30 days. */
export const cartRetention: RetentionRule[] = [
  { table: 'anonymousCartSessions', column: 'expiresAt', days: 60 },
];
