import { expect, test } from 'vitest';
import { paidAtOf } from './money-time.ts';

test('dates a payment by its approval, not by the last report', () => {
  const [approvedAt, updatedAt] = [new Date('2026-12-01T02:59:30Z'), new Date('2026-12-01T03:00:30Z')];
  expect(paidAtOf({ approvedAt, updatedAt })).toEqual(approvedAt);
  expect(paidAtOf({ approvedAt: null, updatedAt })).toEqual(updatedAt);
});
