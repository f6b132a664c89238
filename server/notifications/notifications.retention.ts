import type { RetentionRule } from '../platform/database/retention.ts';

/** Far longer than any job is retried. */
export const notificationsRetention: RetentionRule[] = [{ table: 'sentPushes', column: 'sentAt', days: 60 }];
