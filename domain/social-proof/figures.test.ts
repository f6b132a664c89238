import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  between,
  drift,
  figureFor,
  HOTNESS,
  ITEMS_IN_CARTS,
  PARTICIPANTS,
  PEOPLE_BUYING,
  platformStats,
  SALES_TODAY,
  VIEWERS,
} from './figures.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const bounds = fc.constantFrom(PEOPLE_BUYING, ITEMS_IN_CARTS, VIEWERS, SALES_TODAY, HOTNESS);

test('figures never leave their bounds', () => {
  fc.assert(
    fc.property(
      bounds,
      chance,
      fc.string(),
      fc.integer({ min: 1, max: 200 }),
      (limits, luck, text, reach) => {
        const drawn = between(limits, () => luck);
        for (const figure of [drawn, drift(drawn, limits, reach, () => luck), figureFor(text, limits)]) {
          expect(figure).toBeGreaterThanOrEqual(limits.min);
          expect(figure).toBeLessThanOrEqual(limits.max);
          expect(Number.isInteger(figure)).toBe(true);
        }
      },
    ),
  );
});

test('the stats bar shows from the fewest to the most participants', () => {
  expect(platformStats(() => 0).participants).toBe(PARTICIPANTS.min);
  expect(platformStats(() => 0.9999).participants).toBe(PARTICIPANTS.max);
});
