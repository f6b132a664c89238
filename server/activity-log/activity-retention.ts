import { sql } from 'kysely';
import type { RetentionRule } from '../platform/database/retention.ts';

/** Deletes entries of one action after some days; all others stay. */
export function activityRetention(action: string, days: number): RetentionRule {
  return { table: 'activityLogs', column: 'createdAt', days, where: sql`action = ${action}` };
}
