import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import type { Category } from '@mare/domain/personalization/preferences.ts';
import { RECOMMENDATIONS_MAX } from '@mare/domain/personalization/recommendations.ts';
import type { Platform } from '../platform/platform.ts';
import { listUpcomingRifas } from './rifas.queries.ts';

/** Rifas on sale within the price range and prize categories, soonest draw first (spec: storefront, section 7). */
export function listRecommended(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  preferences: { minCentavos: number; maxCentavos: number; categories: Category[] },
): Promise<RifaSummary[]> {
  return listUpcomingRifas(db, clock.now(), preferences, RECOMMENDATIONS_MAX);
}
