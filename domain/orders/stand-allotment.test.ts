import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allotmentRoom,
  allotmentTimes,
  maySellAfter,
  pickNumbers,
  SEND_GRACE_MS,
} from './stand-allotment.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['the limit', { limit: 100, held: 0, free: 1_000 }, 100],
  ['the limit less the numbers already set aside', { limit: 100, held: 70, free: 1_000 }, 30],
  ['half of the free numbers', { limit: 100, held: 0, free: 31 }, 15],
  ['nothing if one number is free', { limit: 100, held: 0, free: 1 }, 0],
  ['nothing beyond a lowered limit', { limit: 10, held: 70, free: 1_000 }, 0],
  ['nothing when switched off', { limit: 0, held: 0, free: 1_000 }, 0],
])('lets a seller set aside %s', (_name, facts, expected) => {
  expect(allotmentRoom(facts)).toBe(expected);
});

test('ends with the sales at the latest, and leaves an hour to send offline sales', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
  expect(allotmentTimes(now, 4, inHours(100))).toEqual({ sellUntil: inHours(4), endsAt: inHours(5) });
  expect(allotmentTimes(now, 4, inHours(3))).toEqual({ sellUntil: inHours(2), endsAt: inHours(3) });
  expect(allotmentTimes(now, 4, inHours(1.2))).toBeNull();
  expect(allotmentTimes(now, 4, inHours(-1))).toBeNull();
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 72, noNaN: true }),
      fc.double({ min: -5, max: 200, noNaN: true }),
      (hours, end) => {
        const times = allotmentTimes(now, hours, inHours(end));
        if (!times) return;
        expect(times.endsAt.getTime()).toBeLessThanOrEqual(inHours(end).getTime());
        expect(times.endsAt.getTime() - times.sellUntil.getTime()).toBe(SEND_GRACE_MS);
      },
    ),
  );
});

test('accepts late sales after an allotment ended, unless an admin or the rifa ended it', () => {
  expect(maySellAfter('over')).toBe(true);
  expect(maySellAfter('returned')).toBe(true);
  expect(maySellAfter('ended_by_admin')).toBe(false);
  expect(maySellAfter('seller_left')).toBe(false);
  expect(maySellAfter('rifa_closed')).toBe(false);
});

test('picks chosen numbers, and others at random', () => {
  const first = () => 0;
  const pick = (chosen: number[], quantity: number) => pickNumbers([3, 5, 8], { quantity, chosen }, first);
  expect(pick([8], 2)).toEqual({ ok: true, numbers: [3, 8] });
  expect(pick([], 3)).toEqual({ ok: true, numbers: [3, 5, 8] });
  expect(pick([4, 8], 2)).toEqual({ ok: false, missing: [4] });
  expect(pick([], 4)).toEqual({ ok: false, left: 3 });
  expect(pick([8, 8], 1)).toEqual({ ok: true, numbers: [8] });
});

test('sells only distinct unsold numbers', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1 }),
      fc.nat(),
      fc.array(fc.nat(), { minLength: 1 }),
      (unsold, anyQuantity, randomNumbers) => {
        const quantity = 1 + (anyQuantity % unsold.length);
        let used = 0;
        const picked = pickNumbers(
          unsold,
          { quantity, chosen: unsold.slice(0, quantity - 1) },
          (limit) => randomNumbers[used++ % randomNumbers.length]! % limit,
        );
        if (!picked.ok) throw new Error('not picked');
        expect(new Set(picked.numbers).size).toBe(quantity);
        expect(picked.numbers.every((number) => unsold.includes(number))).toBe(true);
        expect(unsold.slice(0, quantity - 1).every((number) => picked.numbers.includes(number))).toBe(true);
      },
    ),
  );
});
