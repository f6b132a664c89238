import { expect, test } from 'vitest';
import { makeDraw, parseList } from '../draws.testing.ts';
import { publishedWinners } from './published-winners.ts';
import { verifyDraw } from './verify-draw.ts';

const honest = makeDraw({
  totalNumbers: 1000,
  holders: new Map([
    [977, 'one'],
    [293, 'two'],
  ]),
  prizes: ['31976', '14292', '30948', '96672', '68951'],
});
/** Two of three prizes have a winner. */
const drawn = honest.record.winners;
const named = drawn.flatMap(({ position, number, tag }) =>
  number === null ? [] : [{ position, number, tag }],
);
const [first, second] = named;

const holds = (...stored: Parameters<typeof publishedWinners>) =>
  verifyDraw({ ...honest.record, winners: publishedWinners(...stored) }, parseList(honest.text)).ok;

test('publishes one winner for each prize when outcome and names agree', () => {
  expect(named).toHaveLength(2);
  expect(publishedWinners(drawn, named.toReversed())).toEqual(drawn);
  expect(holds(drawn, named)).toBe(true);
});

test.each<[string, Parameters<typeof publishedWinners>]>([
  ['another number is named', [drawn, [{ ...first!, number: second!.number }, second!]]],
  ['another holder is named', [drawn, [{ ...first!, tag: second!.tag }, second!]]],
  ['a winner is missing', [drawn, [second!]]],
  ['a winner is named twice', [drawn, [...named, { ...first!, number: second!.number }]]],
  ['the prize without a winner has one', [drawn, [...named, { ...first!, position: 3 }]]],
  ['a winner of no prize is named', [drawn, [...named, { ...first!, position: 4 }]]],
  ['the outcome has another number', [[{ ...first!, number: second!.number }, ...drawn.slice(1)], named]],
  ['the outcome has no number', [[{ ...first!, number: null }, ...drawn.slice(1)], named]],
  ['the outcome lacks a prize', [drawn.slice(1), named.slice(1)]],
])('fails the verification when %s', (_, stored) => {
  expect(holds(...stored)).toBe(false);
});
