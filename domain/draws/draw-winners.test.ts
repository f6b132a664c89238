import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawWinners, shareOf } from './draw-winners.ts';
import { readSeal, sealText } from './sealing/draw-seal.ts';
import { listText, parseList, soldNumbers, termsOf } from './draws.testing.ts';

const everyNumber = (total: number) => new Map(Array.from({ length: total }, (_, index) => [index + 1, 'x']));
const termsOfThousand = termsOf(parseList(listText(1000, everyNumber(1000))));
const first = { extraction: 5929, prizes: ['31976', '14292', '30948', '96672', '68951'] };
const second = { extraction: 5930, prizes: ['11000', '22111', '33222', '44333', '55444'] };

const describeSteps = (outcome: ReturnType<typeof drawWinners>) =>
  outcome.steps.map((step) => [
    step.kind,
    step.position,
    'number' in step ? step.number : null,
    step.verdict,
  ]);

describe('when everything is sold', () => {
  test('each prize goes to the number of its digit group', () => {
    const outcome = drawWinners(termsOfThousand, [first], soldNumbers([...everyNumber(1000).keys()]));
    expect(outcome.winners).toEqual([
      { position: 1, number: 976 },
      { position: 2, number: 292 },
      { position: 3, number: 948 },
    ]);
    expect(outcome.awaits).toBeNull();
    expect(outcome.steps[0]).toMatchObject({
      digits: [
        { prize: 1, place: 2, digit: 9 },
        { prize: 1, place: 1, digit: 7 },
        { prize: 1, place: 0, digit: 6 },
      ],
    });
  });

  test('a cota wins once unless the terms allow more', () => {
    const sameDigits = { ...first, prizes: ['31976', '14976', '30948', '96672', '68951'] };
    const sold = soldNumbers([...everyNumber(1000).keys()]);
    expect(drawWinners(termsOfThousand, [sameDigits], sold).winners.map(({ number }) => number)).toEqual([
      976, 948, 672,
    ]);
    const winsOften = { ...termsOfThousand, cotaWinsOnce: false };
    expect(drawWinners(winsOften, [sameDigits], sold).winners.map(({ number }) => number)).toEqual([
      976, 976, 948,
    ]);
  });
});

describe('when some numbers are unsold', () => {
  test('tries the other digit groups in order, wrapping around', () => {
    const outcome = drawWinners(
      { ...termsOfThousand, positions: [1, 2] },
      [first],
      soldNumbers([672, 292, 5]),
    );
    expect(describeSteps(outcome)).toEqual([
      ['digits', 1, 976, 'unsold'],
      ['digits', 1, 292, 'won'],
      ['digits', 2, 292, 'already_won'],
      ['digits', 2, 948, 'unsold'],
      ['digits', 2, 672, 'won'],
    ]);
  });

  test('then falls back to a random draw among cotas that have not won', () => {
    const outcome = drawWinners(
      { ...termsOfThousand, positions: [1, 2] },
      [first],
      soldNumbers([1, 2, 3, 976]),
    );
    expect(outcome.winners[0]).toEqual({ position: 1, number: 976 });
    const fallbackStep = outcome.steps.at(-1)!;
    expect(fallbackStep).toMatchObject({ kind: 'lot', position: 2, candidates: 3, round: 1 });
    expect([1, 2, 3]).toContain(outcome.winners[1]!.number);
    expect(outcome.awaits).toBeNull();
  });

  test('or waits for the next extraction if the terms declare it', () => {
    const terms = { ...termsOfThousand, positions: [1, 2], fallback: 'next_extraction' as const };
    const sold = soldNumbers([976, 222]);
    const waiting = drawWinners(terms, [first], sold);
    expect(waiting.winners).toEqual([{ position: 1, number: 976 }]);
    expect(waiting.awaits).toBe(5930);
    const done = drawWinners(terms, [first, second], sold);
    expect(done.winners).toEqual([
      { position: 1, number: 976 },
      { position: 2, number: 222 },
    ]);
    expect(done.awaits).toBeNull();
  });

  test('a prize without an eligible cota has no winner', () => {
    const outcome = drawWinners({ ...termsOfThousand, positions: [1, 2] }, [first], soldNumbers([8]));
    expect(outcome.winners).toEqual([
      { position: 1, number: 8 },
      { position: 2, number: null },
    ]);
    expect(
      drawWinners(termsOfThousand, [first], soldNumbers([])).winners.every(({ number }) => number === null),
    ).toBe(true);
  });
});

test('awards each prize to a different cota until prizes or cotas run out', () => {
  const prize = fc.integer({ min: 0, max: 91_999 }).map((ticket) => String(ticket).padStart(5, '0'));
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 100 }),
      fc.array(prize, { minLength: 5, maxLength: 5 }),
      fc.integer({ min: 1, max: 8 }),
      (numbers, prizes, count) => {
        const positions = Array.from({ length: count }, (_, index) => index + 1);
        const terms = { ...termsOfThousand, totalNumbers: 100, positions };
        const outcome = drawWinners(terms, [{ extraction: 5929, prizes }], soldNumbers(numbers));
        const won = outcome.winners.flatMap(({ number }) => (number === null ? [] : [number]));
        expect(outcome.winners.map(({ position }) => position)).toEqual(positions);
        expect(won).toHaveLength(Math.min(count, numbers.length));
        expect(new Set(won).size).toBe(won.length);
        expect(won.every((number) => numbers.includes(number))).toBe(true);
      },
    ),
  );
});

test('over all possible results, each sold cota wins each prize by digits equally often', () => {
  // Ten numbers, four sold: the units of the first three prizes decide the winner, if any.
  const sold = soldNumbers([2, 3, 7, 10]);
  const terms = {
    ...termsOfThousand,
    totalNumbers: 10,
    positions: [1, 2],
    fallback: 'next_extraction' as const,
  };
  const wins = new Map<string, number>();
  for (let units = 0; units < 100_000; units++) {
    const prizes = String(units)
      .padStart(5, '0')
      .split('')
      .map((unit) => `1234${unit}`);
    for (const { position, number } of drawWinners(terms, [{ extraction: 5929, prizes }], sold).winners)
      wins.set(`${position}:${number}`, (wins.get(`${position}:${number}`) ?? 0) + 1);
  }
  for (const position of [1, 2]) {
    const counts = [2, 3, 7, 10].map((number) => wins.get(`${position}:${number}`));
    expect(new Set(counts).size).toBe(1);
  }
});

test('the fallback draw picks every candidate with equal probability', () => {
  expect(shareOf('000000000005'.padEnd(64, '0'), 3)).toBe(2);
  expect(shareOf('ffffffffffff'.padEnd(64, '0'), 3)).toBeNull();
  expect(shareOf('ffffffffffff'.padEnd(64, '0'), 2)).toBe(1);
});

test('parses only the canonical form of a seal', () => {
  const text = sealText(termsOfThousand);
  expect(readSeal(text)).toEqual(termsOfThousand);
  expect(readSeal(`${text} `)).toBeNull();
  expect(readSeal(text.replace('federal-1', 'federal-1 '))).not.toEqual(termsOfThousand);
  expect(readSeal(text.replace('lot\n', 'nearest\n'))).toBeNull();
});
