import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PERIOD_KINDS, periodAt } from './periods.ts';

test.each([
  ['day', '2026-11-21T02:59:59.999Z', '2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z'],
  ['day', '2026-11-21T03:00:00.000Z', '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
  ['week', '2026-11-22T12:00:00.000Z', '2026-11-16T03:00:00.000Z', '2026-11-23T03:00:00.000Z'],
  ['week', '2026-11-23T03:00:00.000Z', '2026-11-23T03:00:00.000Z', '2026-11-30T03:00:00.000Z'],
  ['month', '2026-12-01T02:00:00.000Z', '2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z'],
  ['month', '2027-01-01T02:00:00.000Z', '2026-12-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
] as const)('finds the %s of %s', (kind, instant, startsAt, endsAt) => {
  expect(periodAt(kind, new Date(instant))).toEqual({
    kind,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  });
});

test('periods contain their instants and are contiguous', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PERIOD_KINDS),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (kind, instant) => {
        const { startsAt, endsAt } = periodAt(kind, instant);
        expect(startsAt <= instant && instant < endsAt).toBe(true);
        expect(periodAt(kind, endsAt).startsAt).toEqual(endsAt);
        expect(periodAt(kind, startsAt).startsAt).toEqual(startsAt);
      },
    ),
  );
});
