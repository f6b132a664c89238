import { expect, test } from 'vitest';
import { formatNumber } from './format-number.ts';

// @covers community 9: numbers padded to 4 digits or to those of the total; 15 minutes of reservation
//   [domain/numbers/format-number.ts, domain/orders/hold.ts]
test('pads a number to four digits, or to as many as its rifa’s total has', () => {
  expect(formatNumber(7, 1000)).toBe('0007');
  expect(formatNumber(7, 10)).toBe('0007');
  expect(formatNumber(7, 1_000_000)).toBe('0000007');
});
