import type { RetentionRule } from '../platform/database/retention.ts';

/** Longer than a provider redelivers an event. */
export const campaignsRetention: RetentionRule[] = [{ table: 'mailEvents', column: 'receivedAt', days: 180 }];
