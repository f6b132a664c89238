import { expect, test } from 'vitest';
import { findNextExtraction } from './declared-clause.ts';

const prizes = ['00001', '00002', '00003', '00004', '00005'];
const complete = (number: number, date: string) => ({ number, date, prizes });
const incomplete = (number: number, date: string) => ({ number, date, prizes: null });

test.each([
  ['the next number, before it runs', [], '2030-05-16', 11],
  ['the next number, once it has run', [complete(11, '2030-05-18')], '2030-05-18', 11],
  [
    'the next number, long after others have run',
    [complete(11, '2030-05-18'), complete(12, '2030-05-22')],
    '2030-06-30',
    11,
  ],
  [
    'an incomplete number that is waited for, although a later one is complete',
    [incomplete(11, '2030-05-18'), complete(12, '2030-05-22')],
    '2030-05-25',
    11,
  ],
  [
    'the number after one that stayed incomplete',
    [incomplete(11, '2030-05-18'), complete(12, '2030-05-22')],
    '2030-05-30',
    12,
  ],
  ['a missing number that is waited for', [complete(12, '2030-05-22')], '2030-05-29', 11],
  ['the number that ran instead of a missing one', [complete(12, '2030-05-22')], '2030-05-30', 12],
  [
    'the number after two that stayed incomplete',
    [incomplete(11, '2030-05-18'), incomplete(12, '2030-05-22')],
    '2030-06-30',
    13,
  ],
])('after extraction 10 awaits %s', (_, known, today, expected) => {
  expect(findNextExtraction(10, known, today)).toBe(expected);
});
