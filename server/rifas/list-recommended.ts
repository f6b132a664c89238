import type { RifaSummary } from '@mare/contract/rifas.ts';
import { RECOMMENDATIONS_MAX } from '@mare/domain/personalization/recommendations.ts';
import type { Platform } from '../platform/platform.ts';
import { listUpcomingRifas } from './rifas.queries.ts';

/** On sale, not drawn yet, at a price of the range, soonest draw first (spec: storefront, section 7). */
export function listRecommended(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  price: { minCentavos: number; maxCentavos: number },
): Promise<RifaSummary[]> {
  return listUpcomingRifas(db, clock.now(), price, RECOMMENDATIONS_MAX);
}
