import { expect, test } from 'vitest';
import { untilSalesCheck } from './sales-end.ts';

const salesEndAt = '2030-05-15T21:00:00Z';
const at = (time: string) => new Date(`2030-05-${time}Z`);

test.each([
  ['days before the end of sales', '13T21:00:00', false],
  ['on the last day, until just after the end', '15T20:59:00', 70_000],
  ['after the end, until the rifa is closed', '15T21:00:30', 10_000],
] as const)('times the next poll of an open page %s', (_, time, delay) => {
  expect(untilSalesCheck({ status: 'active', salesEndAt }, at(time))).toBe(delay);
});

test('does not poll on the page of a closed rifa', () => {
  expect(untilSalesCheck({ status: 'closed', salesEndAt }, at('15T21:00:30'))).toBe(false);
});
