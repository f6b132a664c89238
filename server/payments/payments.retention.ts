import { sql } from 'kysely';
import type { RetentionRule } from '../platform/database/retention.ts';

/** Long enough to investigate a dispute; dead hints are kept. */
export const paymentsRetention: RetentionRule[] = [
  { table: 'webhookInbox', column: 'updatedAt', days: 180, where: sql`status = 'done'` },
];
