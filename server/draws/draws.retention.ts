import type { RetentionRule } from '../platform/database/retention.ts';

/** Rows of processes that have ended. */
export const drawsRetention: RetentionRule[] = [{ table: 'drawAudience', column: 'countedAt', days: 1 }];
