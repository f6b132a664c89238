import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as stats from './simulated-stats.ts';

const {
  between,
  drift,
  seededStat,
  HOTNESS,
  ITEMS_IN_CARTS,
  PEOPLE_BUYING,
  platformStats,
  SALES_TODAY,
  VIEWERS,
} = stats;
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const bounds = fc.constantFrom(PEOPLE_BUYING, ITEMS_IN_CARTS, VIEWERS, SALES_TODAY, HOTNESS);

// @covers storefront 9: plans, waiting times, toasts, retries, display of numbers, bounds and intervals of
//   simulated statistics
test('keeps values within their bounds', () => {
  fc.assert(
    fc.property(
      bounds,
      chance,
      fc.string(),
      fc.integer({ min: 1, max: 200 }),
      (limits, randomNumber, seedText, maxChange) => {
        const drawn = between(limits, () => randomNumber);
        for (const figure of [
          drawn,
          drift(drawn, limits, maxChange, () => randomNumber),
          seededStat(seedText, limits),
        ]) {
          expect(figure).toBeGreaterThanOrEqual(limits.min);
          expect(figure).toBeLessThanOrEqual(limits.max);
          expect(Number.isInteger(figure)).toBe(true);
        }
      },
    ),
  );
});

test('shows 500 to 599 participants, 15 prizes and R$ 150.000 in the stats bar', () => {
  const added = { prizes: 15, prizeValueCentavos: 150_000_00 };
  expect(platformStats(() => 0)).toEqual({ ...added, participants: 500 });
  expect(platformStats(() => 0.9999)).toEqual({ ...added, participants: 599 });
});

test.each([
  ['15 to 40 people are buying', PEOPLE_BUYING, 15, 40],
  ['50 to 150 items are in carts', ITEMS_IN_CARTS, 50, 150],
  ['30 to 150 people are looking', VIEWERS, 30, 150],
  ['5 to 50 cotas were sold today', SALES_TODAY, 5, 50],
  ['a rifa is 60 to 100 hot', HOTNESS, 60, 100],
  ['earlier winners bought 5 to 10 numbers', stats.WINNERS_BOUGHT, 5, 10],
  ['live activity returns after 15 to 35 seconds', stats.ACTIVITY_RETURNS_MS, 15_000, 35_000],
])('%s', (_sentence, bounds, min, max) => {
  expect(bounds).toEqual({ min, max });
});

test.each([
  ['stats bar and trust statistics change every 30 seconds', stats.STATS_EVERY_MS, 30_000],
  ['the count of people buying changes every 12 seconds', stats.PEOPLE_BUYING_EVERY_MS, 12_000],
  ['the urgency banner rotates every 4 seconds', stats.BANNER_EVERY_MS, 4_000],
  ['live activity appears after 3 seconds', stats.ACTIVITY_FIRST_MS, 3_000],
  ['live activity stays for 6 seconds', stats.ACTIVITY_VISIBLE_MS, 6_000],
])('%s', (_sentence, constant, expected) => {
  expect(constant).toBe(expected);
});
