import { expect, test } from 'vitest';
import { brasiliaDate, latestDrawDateOfEndedSales } from './lottery-calendar.ts';

test('sales end an hour before the draw', () => {
  const drawDate = new Date('2026-11-25T23:00:00Z');
  expect(latestDrawDateOfEndedSales(new Date('2026-11-25T22:00:00Z'))).toEqual(drawDate);
});

test('the day in Brasília begins three hours later', () => {
  expect(brasiliaDate(new Date('2026-11-26T02:59:59Z'))).toBe('2026-11-25');
  expect(brasiliaDate(new Date('2026-11-26T03:00:00Z'))).toBe('2026-11-26');
});
