import type { RetentionRule } from '../platform/database/retention.ts';

/** Deleted with their items. The activity log still records the actions. */
export const adminRetention: RetentionRule[] = [{ table: 'bulkActions', column: 'createdAt', days: 90 }];
