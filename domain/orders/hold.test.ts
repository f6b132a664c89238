import { expect, test } from 'vitest';
import { HOLD_MS } from './hold.ts';

test('an order’s numbers are reserved for 15 minutes while it waits for its payment', () => {
  expect(HOLD_MS).toBe(15 * 60_000);
});
