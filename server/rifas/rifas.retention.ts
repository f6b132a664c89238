import { sql } from 'kysely';
import type { RetentionRule } from '../platform/database/retention.ts';
import { archiveRifas } from './archive-rifas.ts';

/** Requests for an opening notice that were delivered, never confirmed, or for a rifa that never opened. */
const openingNotices: RetentionRule[] = [
  { table: 'openingNotices', column: 'notifiedAt', days: 30 },
  { table: 'openingNotices', column: 'createdAt', days: 7, where: sql<boolean>`confirmed_at is null` },
  { table: 'openingNotices', column: 'createdAt', days: 400 },
];

export const rifasRetention = [archiveRifas, ...openingNotices];
