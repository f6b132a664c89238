import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRate, MAX_AFFILIATE_RATE, parseRate, rateOf, shareOfRate } from './commission-terms.ts';

test.each([
  ['5', 500],
  ['5%', 500],
  [' 7,25 % ', 725],
  ['7.5%', 750],
  ['0%', 0],
  ['50', 5_000],
  ['50,01', null],
  ['100%', null],
  ['5%%', null],
  ['5,123', null],
  ['-5', null],
  ['', null],
  ['cinco', null],
])('reads a typed rate %j as %j', (typed, rate) => {
  expect(parseRate(typed)).toBe(rate);
});

test('parses every rate from its displayed and stored form', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_AFFILIATE_RATE }), (rate) => {
      expect(parseRate(formatRate(rate))).toBe(rate);
      expect(rateOf(shareOfRate(rate))).toBe(rate);
    }),
  );
});
