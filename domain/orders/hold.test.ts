import { expect, test } from 'vitest';
import { HOLD_MS } from './hold.ts';

test('numbers are reserved for 15 minutes', () => {
  expect(HOLD_MS).toBe(15 * 60_000);
});
