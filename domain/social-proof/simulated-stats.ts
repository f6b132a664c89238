/**
 * Simulated social proof stats: random values that only the illustrative mode displays.
 * Intervals and bounds: spec, storefront, section 9.
 */

export interface Bounds {
  min: number;
  max: number;
}

export const PEOPLE_BUYING: Bounds = { min: 15, max: 40 };
export const ITEMS_IN_CARTS: Bounds = { min: 50, max: 150 };
export const VIEWERS: Bounds = { min: 30, max: 150 };
export const SALES_TODAY: Bounds = { min: 5, max: 50 };
export const HOTNESS: Bounds = { min: 60, max: 100 };

export const STATS_EVERY_MS = 30_000;
export const PEOPLE_BUYING_EVERY_MS = 12_000;
export const BANNER_EVERY_MS = 4_000;

/** Simulated number of cotas that past winners bought. */
export const WINNERS_BOUGHT: Bounds = { min: 5, max: 10 };

/** Live-activity popup: initial delay, display time, and delay until the next. */
export const ACTIVITY_FIRST_MS = 3_000;
export const ACTIVITY_VISIBLE_MS = 6_000;
export const ACTIVITY_RETURNS_MS: Bounds = { min: 15_000, max: 35_000 };

/** Random source like Math.random: uniform in [0, 1). */
export type Chance = () => number;

/** Random integer from `min` to `max`, inclusive. */
export function between({ min, max }: Bounds, chance: Chance): number {
  return min + Math.floor(chance() * (max - min + 1));
}

/** Random step of at most `reach`, clamped to the bounds. */
export function drift(current: number, bounds: Bounds, reach: number, chance: Chance): number {
  const step = between({ min: -reach, max: reach }, chance);
  return Math.min(bounds.max, Math.max(bounds.min, current + step));
}

export interface PlatformStats {
  participants: number;
  prizes: number;
  /** Centavos. */
  prizeValueCentavos: number;
}

export const PARTICIPANTS: Bounds = { min: 500, max: 599 };
export const PRIZES_SHOWN = 15;
export const VALUE_SHOWN_CENTAVOS = 150_000_00;

/** Simulated values of the stats bar. */
export function platformStats(chance: Chance): PlatformStats {
  return {
    participants: between(PARTICIPANTS, chance),
    prizes: PRIZES_SHOWN,
    prizeValueCentavos: VALUE_SHOWN_CENTAVOS,
  };
}

/** Value derived from a hash of the text, so that server and browser render the same (hydration). */
export function seededStat(text: string, bounds: Bounds): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)!) % 100_003;
  return bounds.min + (hash % (bounds.max - bounds.min + 1));
}
