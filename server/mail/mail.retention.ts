import { sql } from 'kysely';
import type { RetentionRule } from '../platform/database/retention.ts';

export const mailRetention: RetentionRule[] = [
  {
    table: 'sentMails',
    column: 'sentAt',
    // Far longer than any job is retried.
    days: 180,
    // A corrected draw checks again, however late, whether its winners were notified.
    where: sql`key not like 'prize:%'`,
  },
];
