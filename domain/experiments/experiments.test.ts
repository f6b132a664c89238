import { configOf, evenTraffic } from './places.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assignVariant,
  bucketOf,
  keepVariant,
  SESSION_STORAGE_KEY,
  VARIANTS_STORAGE_KEY,
} from './assignment.ts';
import {
  barWidth,
  canDeclareWinner,
  conversionRate,
  impressionsNeeded,
  leadingVariant,
  pValue,
} from './results.ts';

const halves = [
  { id: 'a', trafficPercentage: 50 },
  { id: 'b', trafficPercentage: 50 },
];

describe('assignment', () => {
  // @covers storefront 9: A/B: hash of the user id or 'anonymous' modulo 100 against cumulative traffic;
  //   'ab_variants', 'ab_session'
  test('is deterministic, with one bucket for all visitors', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(bucketOf(id)).toBe(bucketOf(id));
        expect(bucketOf(id)).toBeGreaterThanOrEqual(0);
        expect(bucketOf(id)).toBeLessThan(100);
      }),
    );
    expect(bucketOf(null)).toBe(bucketOf('anonymous'));
  });

  test('keeps the variant of the open page when its visitor signs in, also without storage', () => {
    fc.assert(
      fc.property(fc.uuid(), (userId) => {
        const shown = keepVariant(null, halves, [])!;
        expect(keepVariant(userId, halves, [shown.id, undefined])).toBe(shown);
        const other = halves.find(({ id }) => id !== shown.id)!;
        expect(keepVariant(userId, halves, [shown.id, other.id])).toBe(shown);
        expect(keepVariant(userId, halves, [undefined, other.id])).toBe(other);
        expect(keepVariant(userId, halves, ['of another test', undefined])).toBe(
          assignVariant(userId, halves),
        );
      }),
    );
  });

  test('distributes users by traffic percentage', () => {
    const ids = fc.sample(fc.uuid(), { numRuns: 5000, seed: 7 });
    const countOfA = ids.filter((id) => assignVariant(id, halves)!.id === 'a').length;
    expect(countOfA / ids.length).toBeGreaterThan(0.45);
    expect(countOfA / ids.length).toBeLessThan(0.55);
  });

  // @covers storefront 9: A/B: hash of the user id or 'anonymous' modulo 100 against cumulative traffic;
  //   'ab_variants', 'ab_session' [domain/experiments/assignment.ts]
  test('assigns by cumulative traffic', () => {
    const none = [
      { id: 'a', trafficPercentage: 0 },
      { id: 'b', trafficPercentage: 100 },
    ];
    fc.assert(fc.property(fc.uuid(), (id) => assignVariant(id, none)!.id === 'b'));
    expect(assignVariant('x', [])).toBeUndefined();
  });

  // @covers storefront 9: A/B: hash of the user id or 'anonymous' modulo 100 against cumulative traffic;
  //   'ab_variants', 'ab_session'
  test('uses the storage keys of the specification', () => {
    expect([VARIANTS_STORAGE_KEY, SESSION_STORAGE_KEY]).toEqual(['ab_variants', 'ab_session']);
  });
});

describe('results', () => {
  const counts = (impressions: number, conversions: number) => ({ impressions, conversions });

  test.each([
    [counts(0, 0), 0, 0],
    [counts(200, 5), 2.5, 25],
    [counts(100, 10), 10, 100],
    [counts(100, 90), 90, 100],
  ])('computes the conversion rate of %j as %d%, and its bar width as %d', (variantCounts, rate, width) => {
    expect(conversionRate(variantCounts)).toBe(rate);
    expect(barWidth(variantCounts)).toBe(width);
  });

  test.each([
    [[counts(100, 50), counts(99, 1)], false, null],
    [[counts(101, 1), counts(100, 90)], true, 0],
    [[counts(101, 10), counts(300, 60)], true, 1],
  ])('finds the winner among %j', (variants, declarable, winner) => {
    expect(canDeclareWinner(variants)).toBe(declarable);
    expect(leadingVariant(variants)).toBe(winner === null ? null : variants[winner]);
  });

  test.each([
    [counts(1000, 100), counts(1000, 100), 1],
    [counts(1000, 100), counts(1000, 130), 0.0355],
    [counts(200, 20), counts(200, 40), 0.0051],
  ])('computes the p-value of %j and %j as %d', (a, b, p) => {
    expect(pValue(a, b)).toBeCloseTo(p, 3);
  });

  test('returns no p-value without enough data', () => {
    expect(pValue(counts(0, 0), counts(10, 1))).toBeNull();
    expect(pValue(counts(10, 0), counts(10, 0))).toBeNull();
  });
});

test.each([
  [2, [50, 50]],
  [3, [34, 33, 33]],
  [4, [25, 25, 25, 25]],
])('splits the traffic evenly over %i variants', (variants, shares) => {
  expect(evenTraffic(variants)).toEqual(shares);
});

test('reads only the configuration that the slot supports', () => {
  expect(configOf('checkout-call', { phrase: ' Oi! ', on: true })).toEqual({ phrase: 'Oi!' });
  expect(configOf('checkout-call', { phrase: ' ', on: true })).toEqual({});
  expect(configOf('recommendations-first', { phrase: 'Oi!', on: true })).toEqual({ on: true });
  expect(configOf('recommendations-first', { phrase: 'Oi!', on: false })).toEqual({});
});

test('requires fewer impressions for higher conversion rates', () => {
  const needed = (conversions: number) => impressionsNeeded([{ impressions: 1000, conversions }]);
  // 16 × 0.1 × 0.9 / 0.02², rounded.
  expect(needed(100)).toBe(3600);
  expect(needed(200)).toBeLessThan(needed(100)!);
  expect(needed(0)).toBeNull();
  expect(impressionsNeeded([])).toBeNull();
});
