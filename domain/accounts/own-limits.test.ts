import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changeLimit,
  checkPurchase,
  exclude,
  limitInForce,
  monthsLater,
  monthStart,
  type OwnLimits,
  pause,
} from './own-limits.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-25T12:00:00Z');
const none: OwnLimits = { monthlyCentavos: null, next: null, pausedUntil: null, excludedUntil: null };

test.each([
  ['allows a purchase without limits', none, 100, { ok: true }],
  ['allows a purchase up to the limit', { ...none, monthlyCentavos: 5000 }, 1000, { ok: true }],
  [
    'rejects a purchase beyond the limit',
    { ...none, monthlyCentavos: 5000 },
    1001,
    { ok: false, reason: 'monthly', leftCentavos: 1000 },
  ],
  [
    'rejects a purchase after more was spent than the limit allows now',
    { ...none, monthlyCentavos: 100 },
    1,
    { ok: false, reason: 'monthly', leftCentavos: 0 },
  ],
  [
    'rejects a purchase during a pause',
    { ...none, pausedUntil: later },
    1,
    { ok: false, reason: 'paused', until: later },
  ],
  ['allows a purchase after a pause', { ...none, pausedUntil: now }, 1, { ok: true }],
  [
    'rejects a purchase during a self-exclusion',
    { ...none, pausedUntil: later, excludedUntil: later },
    1,
    { ok: false, reason: 'excluded', until: later },
  ],
] as const)('%s', (_, limits, total, judgement) => {
  expect(checkPurchase(limits, 4000, total, now)).toEqual(judgement);
});

test('applies a lower limit at once, and a higher or removed one after a day', () => {
  const first = { ...none, ...changeLimit(none, 5000, now) };
  expect(limitInForce(first, now)).toBe(5000);
  const lower = { ...first, ...changeLimit(first, 3000, now) };
  expect(limitInForce(lower, now)).toBe(3000);
  const higher = { ...lower, ...changeLimit(lower, 9000, now) };
  expect(limitInForce(higher, now)).toBe(3000);
  expect(limitInForce(higher, new Date(now.getTime() + 24 * 3_600_000))).toBe(9000);
  const removed = { ...lower, ...changeLimit(lower, null, now) };
  expect(limitInForce(removed, now)).toBe(3000);
  expect(limitInForce(removed, later)).toBeNull();
});

test('raises a limit after 24 hours to the minute', () => {
  const current = { ...none, monthlyCentavos: 1000 };
  const limits = { ...current, ...changeLimit(current, 2000, now) };
  const limitAfter = (ms: number) => limitInForce(limits, new Date(now.getTime() + ms));
  const day = 24 * 3_600_000;
  expect([limitAfter(day - 60_000), limitAfter(day - 1), limitAfter(day)]).toEqual([1000, 1000, 2000]);
});

test('a raise begins on the full minute that is shown', () => {
  const limits = { ...none, monthlyCentavos: 1000 };
  expect(changeLimit(limits, 2000, new Date('2026-11-21T12:00:42Z')).next?.from).toEqual(
    new Date('2026-11-22T12:01:00Z'),
  );
});

test('never allows more than the strictest limit of the last day', () => {
  const change = fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: null });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.array(change), (first, changes) => {
      let limits: OwnLimits = { ...none, ...changeLimit(none, first, now) };
      for (const requested of changes) limits = { ...limits, ...changeLimit(limits, requested, now) };
      const requestedLimits = changes.filter((requested) => requested !== null);
      expect(limitInForce(limits, now)).toBe(Math.min(first, ...requestedLimits));
    }),
  );
});

test('starts months in Maceió time', () => {
  expect(monthStart(new Date('2026-12-01T02:59:59Z')).toISOString()).toBe('2026-11-01T03:00:00.000Z');
  expect(monthStart(new Date('2026-12-01T03:00:00Z')).toISOString()).toBe('2026-12-01T03:00:00.000Z');
});

test.each([
  ['2026-11-21T12:00:00.000Z', '2027-05-21T12:00:00.000Z'],
  ['2026-08-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
])('six months after %s is %s', (from, to) => {
  expect(monthsLater(new Date(from), 6).toISOString()).toBe(to);
});

test('a pause and a self-exclusion end on the full minute that is shown, and are not shortened', () => {
  const at = new Date('2026-11-21T12:00:42Z');
  const none = { pausedUntil: null, excludedUntil: null };
  expect(pause(none, 7, at)).toEqual({ pausedUntil: new Date('2026-11-28T12:01:00Z') });
  expect(pause({ ...none, pausedUntil: later }, 1, at)).toEqual({ pausedUntil: later });
  expect(exclude(none, at)).toEqual({ excludedUntil: new Date('2027-05-21T12:01:00Z') });
  const farther = new Date('2030-01-01T00:00:00Z');
  expect(exclude({ ...none, excludedUntil: farther }, at)).toEqual({ excludedUntil: farther });
});
