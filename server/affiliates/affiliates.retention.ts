import type { RetentionRule } from '../platform/database/retention.ts';

export const affiliatesRetention: RetentionRule[] = [
  { table: 'affiliateRifaClicks', column: 'clickedOn', days: 400, isDate: true },
  { table: 'shareVisits', column: 'visitedOn', days: 400, isDate: true },
];
