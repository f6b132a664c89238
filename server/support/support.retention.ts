import type { RetentionRule } from '../platform/database/retention.ts';

/** Texts of tickets are kept; files are deleted, because they contain more than the desk needs later. */
export const supportRetention: RetentionRule[] = [
  { table: 'supportFiles', column: 'createdAt', days: 730 },
  // Providers repeat a delivery for days; replies to older mails open a new ticket.
  { table: 'supportInbound', column: 'receivedAt', days: 180 },
];
