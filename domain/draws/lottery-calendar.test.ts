import { expect, test } from 'vitest';
import {
  brasiliaDate,
  earliestExtraction,
  foretellExtraction,
  latestDrawDateOfEndedSales,
} from './lottery-calendar.ts';

test('sales end an hour before the draw', () => {
  const drawDate = new Date('2026-11-25T23:00:00Z');
  expect(latestDrawDateOfEndedSales(new Date('2026-11-25T22:00:00Z'))).toEqual(drawDate);
});

test('the day in Brasília begins three hours later', () => {
  expect(brasiliaDate(new Date('2026-11-26T02:59:59Z'))).toBe('2026-11-25');
  expect(brasiliaDate(new Date('2026-11-26T03:00:00Z'))).toBe('2026-11-26');
});

test('no extraction runs before 19:00, on Sundays before 11:00', () => {
  expect(earliestExtraction('2026-11-25')).toEqual(new Date('2026-11-25T22:00:00Z'));
  expect(earliestExtraction('2026-11-29')).toEqual(new Date('2026-11-29T14:00:00Z'));
});

const known = { extraction: 6092, date: '2026-08-16' };
test.each([
  ['the next draw day', '2026-08-19', 6093],
  ['the one after', '2026-08-23', 6094],
  ['four weeks ahead', '2026-09-13', 6100],
  ['a Monday', '2026-08-17', null],
  ['the day itself', '2026-08-16', null],
  ['the past', '2026-08-12', null],
  ['half a year ahead', '2027-02-17', null],
])('%s', (_, date, extraction) => {
  expect(foretellExtraction(known, date)).toBe(extraction);
});
