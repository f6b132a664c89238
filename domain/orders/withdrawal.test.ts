import { expect, test } from 'vitest';
import { withdrawableUntil } from './withdrawal.ts';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const order = (more: object = {}) => ({
  status: 'paid',
  paidAt: day(1),
  rifas: [{ status: 'active', salesEndAt: day(20) }],
  ...more,
});

test.each([
  ['seven days after paying', order(), day(3), day(8)],
  [
    'the draw, if it is earlier',
    order({ rifas: [{ status: 'active', salesEndAt: day(5) }] }),
    day(3),
    day(5),
  ],
  [
    'the earliest draw of several',
    order({
      rifas: [
        { status: 'active', salesEndAt: day(20) },
        { status: 'active', salesEndAt: day(4) },
      ],
    }),
    day(3),
    day(4),
  ],
])('allows withdrawal until %s', (_name, withdrawn, now, until) => {
  expect(withdrawableUntil(withdrawn, now)).toEqual(until);
});

test.each([
  ['a pending order', order({ status: 'pending', paidAt: null }), day(3)],
  ['the eighth day', order(), day(8)],
  ['a rifa whose list is frozen', order({ rifas: [{ status: 'closed', salesEndAt: day(20) }] }), day(3)],
  ['a rifa past its draw', order({ rifas: [{ status: 'active', salesEndAt: day(2) }] }), day(3)],
])('never allows withdrawal of %s', (_name, withdrawn, now) => {
  expect(withdrawableUntil(withdrawn, now)).toBeNull();
});
