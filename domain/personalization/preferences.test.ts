import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, FREQUENCIES, nextNotificationTime, quietSince } from './preferences.ts';

// @covers storefront 3: personal preferences: categories, price range 0 to 1000, 19:00, weekly, auto; kept and
//   obeyed by recommendations, offers and colours; 'Preferências salvas!' [domain/personalization/preferences.ts,
//   server/personalization/preferences/decide-offer-time.ts, web/app/personalization/preferences-card.tsx]
test('has the defaults of the specification', () => {
  expect(DEFAULT_PREFERENCES).toEqual({
    favoriteCategories: [],
    minCentavos: 0,
    maxCentavos: 1_000_00,
    notificationTime: '19:00',
    frequency: 'weekly',
    theme: 'auto',
  });
});

test.each([
  ['2026-11-21T12:00:00Z', '19:00', '2026-11-21T22:00:00Z'],
  ['2026-11-21T22:00:00Z', '19:00', '2026-11-21T22:00:00Z'],
  ['2026-11-21T22:00:01Z', '19:00', '2026-11-22T22:00:00Z'],
  // Already the next day in UTC.
  ['2026-11-22T01:00:00Z', '23:30', '2026-11-22T02:30:00Z'],
  ['2026-12-31T23:00:00Z', '08:15', '2027-01-01T11:15:00Z'],
])('since %s, the next %s is %s', (since, time, next) => {
  expect(nextNotificationTime(new Date(since), time)).toEqual(new Date(next));
});

test('returns a moment within 24 hours', () => {
  const hour = fc.integer({ min: 0, max: 23 });
  const minute = fc.integer({ min: 0, max: 59 });
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, hour, minute, (since, hourOfDay, minuteOfHour) => {
      const time = `${String(hourOfDay).padStart(2, '0')}:${String(minuteOfHour).padStart(2, '0')}`;
      const wait = nextNotificationTime(since, time).getTime() - since.getTime();
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThan(86_400_000);
    }),
  );
});

test('waits longer for lower frequencies', () => {
  const now = new Date('2026-11-21T22:00:00Z');
  const days = FREQUENCIES.map(
    (frequency) => (now.getTime() - quietSince(now, frequency).getTime()) / 3_600_000,
  );
  expect(days).toEqual([23, 7 * 24 - 1, 30 * 24 - 1]);
});
