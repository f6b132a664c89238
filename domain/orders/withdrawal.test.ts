import { expect, test } from 'vitest';
import { withdrawableUntil } from './withdrawal.ts';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const rifa = (more: object = {}) => ({ status: 'active', salesEndAt: day(20), ...more });

test.each([
  ['seven days after paying', rifa(), day(3), day(8)],
  ['the end of sales, if it is earlier', rifa({ salesEndAt: day(5) }), day(3), day(5)],
])('allows withdrawal until %s', (_name, withdrawn, now, until) => {
  expect(withdrawableUntil(withdrawn, day(1), now)).toEqual(until);
});

test.each([
  ['on the eighth day', rifa(), day(8)],
  ['of a rifa whose sales are over', rifa({ status: 'closed' }), day(3)],
  ['of a rifa past its end of sales', rifa({ salesEndAt: day(2) }), day(3)],
])('never allows withdrawal %s', (_name, withdrawn, now) => {
  expect(withdrawableUntil(withdrawn, day(1), now)).toBeNull();
});
