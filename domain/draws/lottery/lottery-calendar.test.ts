import { expect, test } from 'vitest';
import { brasiliaDate } from './lottery-calendar.ts';

test('the day in Brasília begins three hours later', () => {
  expect(brasiliaDate(new Date('2026-11-26T02:59:59Z'))).toBe('2026-11-25');
  expect(brasiliaDate(new Date('2026-11-26T03:00:00Z'))).toBe('2026-11-26');
});
