/** Excludes people from an audience: those who get no advertising, or cannot buy the advertised rifa. */
import type { Segment } from '../personalization/segments.ts';

/** In order of precedence: a person counts once, for the first reason that applies. */
export const AUDIENCE_EXCLUSIONS = ['minor', 'excluded', 'notVip', 'otherCity', 'unwanted'] as const;
export type AudienceExclusion = (typeof AUDIENCE_EXCLUSIONS)[number];

export interface Recipient {
  isMinor: boolean;
  /** Paused buying, excluded themselves, or may not buy in this shop. */
  mayNotBuy: boolean;
  segment: Segment;
  /** Both null while one of them is not stated. */
  city: string | null;
  state: string | null;
  wantsKind: boolean;
}

/** The rifa that a message leads to. */
export interface AdvertisedRifa {
  vipOnly: boolean;
  /** When a presale for VIPs ends; null without a presale. */
  publicFrom: Date | null;
  eligibleCities: readonly string[];
  eligibleState: string;
}

/**
 * The same rule as `audienceExclusionOf` in audience-exclusion.queries.ts, which applies it to all people at once.
 * @returns null for a person who gets the message
 */
export function audienceExclusionOf(
  person: Recipient,
  rifa: AdvertisedRifa | null,
  now: Date,
): AudienceExclusion | null {
  if (person.isMinor) return 'minor';
  if (person.mayNotBuy) return 'excluded';
  if (rifa && person.segment !== 'vip' && isForVips(rifa, now)) return 'notVip';
  if (rifa && !mayLiveThere(person, rifa)) return 'otherCity';
  return person.wantsKind ? null : 'unwanted';
}

/** For VIPs only, permanently or until the end of the presale. */
function isForVips({ vipOnly, publicFrom }: AdvertisedRifa, now: Date): boolean {
  return vipOnly || (publicFrom !== null && publicFrom > now);
}

/** People without a stated city are not excluded, as the city is requested before the first order. */
function mayLiveThere(
  { city, state }: Recipient,
  { eligibleCities, eligibleState }: AdvertisedRifa,
): boolean {
  if (city === null || state === null) return true;
  return state === eligibleState && eligibleCities.includes(city);
}
