import { expect, test } from 'vitest';
import { MIN_TAKE_MS, validateTakenPart, type TakenPart } from './take-part.ts';

const now = new Date('2026-03-10T12:00:00Z');
const free: TakenPart = {
  openedAt: now,
  endedAt: null,
  deadline: new Date(now.getTime() + 3_600_000),
  isFree: true,
  cotas: 6,
};

test.each<[string, Partial<TakenPart>, number, ReturnType<typeof validateTakenPart>]>([
  ['a free part', {}, 6, null],
  ['a taken part', { isFree: false }, 6, 'part_taken'],
  ['a part before the starter paid', { openedAt: null }, 6, 'not_open'],
  ['a part of an ended group', { endedAt: now }, 6, 'ended'],
  ['a part two minutes before the deadline', { deadline: new Date(now.getTime() + MIN_TAKE_MS) }, 6, null],
  ['a part after that', { deadline: new Date(now.getTime() + MIN_TAKE_MS - 1) }, 6, 'ended'],
  ['a part whose plan has changed its bonus', {}, 7, 'terms_changed'],
])('takes %s', (_, changed, cotas, reason) => {
  expect(validateTakenPart({ ...free, ...changed }, cotas, now)).toBe(reason);
});
