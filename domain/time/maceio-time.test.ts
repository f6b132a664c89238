import { expect, test } from 'vitest';
import { dateInMaceio } from './maceio-time.ts';

test('starts the day in Maceió at 03:00 UTC', () => {
  expect(dateInMaceio(new Date('2026-11-21T02:59:59Z'))).toBe('2026-11-20');
  expect(dateInMaceio(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
});
