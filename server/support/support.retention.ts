import type { RetentionRule } from '../platform/database/retention.ts';

/** Texts of tickets stay; what people photograph is more than the desk needs later. */
export const supportRetention: RetentionRule[] = [{ table: 'supportFiles', column: 'createdAt', days: 730 }];
