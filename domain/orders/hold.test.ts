import { expect, test } from 'vitest';
import { endedBeforeItsHold, HOLD_MS } from './hold.ts';

// @covers community 9: numbers padded to 4 digits or to those of the total; 15 minutes of reservation
test('reserves numbers for 15 minutes', () => {
  expect(HOLD_MS).toBe(15 * 60_000);
});

test.each([
  ['abandoned in time', 'cancelled', '12:05', true],
  ['at the end of the hold', 'cancelled', '12:15', false],
  ['never closed', 'cancelled', null, false],
  ['being abandoned', 'pending', '12:05', false],
  ['paid while it was abandoned', 'paid', '12:05', false],
])('decides whether an order ended before its hold: %s', (_, status, closing, expected) => {
  const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
  const closingAt = closing === null ? null : at(closing);
  expect(endedBeforeItsHold({ status, closingAt, holdExpiresAt: at('12:15') })).toBe(expected);
});
