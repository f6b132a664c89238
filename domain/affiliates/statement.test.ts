import { expect, test } from 'vitest';
import { closingCentavos, monthOf, monthRange, monthsBetween } from './statement.ts';

test('a month begins and ends at midnight in Maceió', () => {
  const { from, to } = monthRange('2026-11');
  expect([from.toISOString(), to.toISOString()]).toEqual([
    '2026-11-01T03:00:00.000Z',
    '2026-12-01T03:00:00.000Z',
  ]);
  expect(monthOf(from)).toBe('2026-11');
  expect(monthOf(new Date(from.getTime() - 1))).toBe('2026-10');
  expect(monthRange('2026-12').to.toISOString()).toBe('2027-01-01T03:00:00.000Z');
});

test('lists the months newest first, over the end of a year', () => {
  const from = new Date('2026-11-01T02:59:59Z');
  expect(monthsBetween(from, new Date('2027-01-10T12:00:00Z'))).toEqual([
    '2027-01',
    '2026-12',
    '2026-11',
    '2026-10',
  ]);
  expect(monthsBetween(from, from)).toEqual(['2026-10']);
});

test('carries the balance over, also a negative one', () => {
  const sums = { openingCentavos: 1000, earnedCentavos: 500, reversedCentavos: -200, paidOutCentavos: 1500 };
  expect(closingCentavos(sums)).toBe(-200);
});
