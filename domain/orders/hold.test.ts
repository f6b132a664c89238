import { expect, test } from 'vitest';
import { HOLD_MS } from './hold.ts';

// @covers community 9: numbers padded to 4 digits or to those of the total; 15 minutes of reservation
test('numbers are reserved for 15 minutes', () => {
  expect(HOLD_MS).toBe(15 * 60_000);
});
