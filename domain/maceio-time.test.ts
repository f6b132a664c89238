import { expect, test } from 'vitest';
import { dateInMaceio } from './maceio-time.ts';

test('the day begins in Maceió three hours after it begins in Greenwich', () => {
  expect(dateInMaceio(new Date('2026-11-21T02:59:59Z'))).toBe('2026-11-20');
  expect(dateInMaceio(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
});
