import { sql } from 'kysely';
import type { RetentionRule } from '../platform/database/retention.ts';

export const mailRetention: RetentionRule[] = [
  {
    table: 'outbox',
    column: 'createdAt',
    days: 180,
    // Kept: a corrected draw checks whether its winners were notified, even much later.
    where: sql`key not like 'prize:%'`,
  },
];
