import { expect, test } from 'vitest';
import { paidAtOf } from './money-time.ts';

test('a payment counts when the provider approved it, not when it last reported', () => {
  const [approvedAt, updatedAt] = [new Date('2026-12-01T02:59:30Z'), new Date('2026-12-01T03:00:30Z')];
  expect(paidAtOf({ approvedAt, updatedAt })).toEqual(approvedAt);
  expect(paidAtOf({ approvedAt: null, updatedAt })).toEqual(updatedAt);
});
