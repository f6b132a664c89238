import { sql } from 'kysely';
import type { RetentionRule } from '../platform/database/retention.ts';

export const mailRetention: RetentionRule[] = [
  {
    table: 'outbox',
    column: 'createdAt',
    days: 180,
    // A corrected draw checks again, however late, whether its winners were notified.
    where: sql`key not like 'prize:%'`,
  },
];
