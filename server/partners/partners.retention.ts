import type { RetentionRule } from '../platform/database/retention.ts';

export const partnersRetention: RetentionRule[] = [
  { table: 'partnerSecurityEvents', column: 'createdAt', days: 365 },
];
