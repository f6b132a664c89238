import type { RetentionRule } from '../platform/database/retention.ts';

/** Texts of tickets stay; what people photograph is more than the desk needs later. */
export const supportRetention: RetentionRule[] = [
  { table: 'supportFiles', column: 'createdAt', days: 730 },
  // Senders repeat a delivery for days; answers to older mails start no thread.
  { table: 'supportInbound', column: 'receivedAt', days: 180 },
];
