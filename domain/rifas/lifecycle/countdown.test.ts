import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countdown } from './countdown.ts';

const draw = new Date('2026-12-24T23:00:00Z');

// @covers storefront 4: countdown urgent under 24 hours, zero once over [domain/rifas/lifecycle/countdown.ts]
test.each([
  ['2026-12-21T18:54:54Z', { days: 3, hours: 4, minutes: 5, seconds: 6, urgent: false, over: false }],
  ['2026-12-23T23:00:00Z', { days: 1, hours: 0, minutes: 0, seconds: 0, urgent: false, over: false }],
  ['2026-12-23T23:00:01Z', { days: 0, hours: 23, minutes: 59, seconds: 59, urgent: true, over: false }],
  ['2026-12-24T23:00:00Z', { days: 0, hours: 0, minutes: 0, seconds: 0, urgent: false, over: true }],
  ['2027-01-01T00:00:00Z', { days: 0, hours: 0, minutes: 0, seconds: 0, urgent: false, over: true }],
])('at %s', (now, expected) => {
  expect(countdown(draw, new Date(now))).toEqual(expected);
});

test('splits the remaining time into parts that add up to whole seconds', () => {
  fc.assert(
    fc.property(fc.nat(400 * 86_400), (left) => {
      const parts = countdown(draw, new Date(draw.getTime() - left * 1000));
      expect(((parts.days * 24 + parts.hours) * 60 + parts.minutes) * 60 + parts.seconds).toBe(left);
    }),
  );
});
