import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestNumbers, replayBeats } from './draw-replay.ts';
import { drawWinners } from './draw-winners.ts';
import { listText, parseList, soldNumbers, termsOf } from './draws.testing.ts';

const first = { extraction: 5929, prizes: ['31976', '14292', '30948', '96672', '68951'] };
const second = { extraction: 5930, prizes: ['11000', '22111', '33222', '44333', '55444'] };
const termsOfTotal = (total: number, sold: readonly number[]) =>
  termsOf(parseList(listText(total, new Map(sold.map((number) => [number, 'x'])))));

const replayStepsOf = (
  results: (typeof first)[],
  sold: readonly number[],
  fallback: 'lot' | 'next_extraction',
) => {
  const outcome = drawWinners({ ...termsOfTotal(1000, sold), fallback }, results, soldNumbers([...sold]));
  return { outcome, beats: replayBeats(results, outcome) };
};

describe('beats of a replay', () => {
  test('reveal each digit of the lottery once, from the left, before any attempt uses it', () => {
    const { beats, outcome } = replayStepsOf([first], [976, 292, 948], 'lot');
    const shown = beats
      .slice(0, 25)
      .map((beat) => (beat.kind === 'digit' ? `${beat.prize}.${beat.place}` : beat.kind));
    expect(shown.slice(0, 6)).toEqual(['1.4', '1.3', '1.2', '1.1', '1.0', '2.4']);
    expect(new Set(shown).size).toBe(25);
    expect(beats.slice(25)).toEqual(outcome.steps.map((step) => ({ kind: 'step', step })));
  });

  test('show a second extraction only after the attempts with the first', () => {
    const { beats } = replayStepsOf([first, second], [5, 111], 'next_extraction');
    const order = beats.map((beat) =>
      beat.kind === 'digit'
        ? `digits ${beat.extraction}`
        : `step ${'extraction' in beat.step ? beat.step.extraction : ''}`,
    );
    expect([...new Set(order)].slice(0, 4)).toEqual(['digits 5929', 'step 5929', 'digits 5930', 'step 5930']);
  });

  test('contain every attempt exactly once, in its order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('lot' as const, 'next_extraction' as const),
        (sold, fallback) => {
          const { beats, outcome } = replayStepsOf([first, second], sold, fallback);
          expect(beats.flatMap((beat) => (beat.kind === 'step' ? [beat.step] : []))).toEqual(outcome.steps);
        },
      ),
    );
  });
});

describe('nearest cotas', () => {
  test('are the nearest on either side, nearest first', () => {
    expect(nearestNumbers([10, 400, 490, 505, 990], 500, 3)).toEqual([505, 490, 400]);
    expect(nearestNumbers([499, 501], 500, 2)).toEqual([499, 501]);
    expect(nearestNumbers([], 500, 3)).toEqual([]);
  });

  test('are never farther than those left out', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 1000 })),
        fc.integer({ min: 1, max: 1000 }),
        (own, drawn) => {
          const nearest = nearestNumbers(own, drawn, 3);
          const distance = (number: number) => Math.abs(number - drawn);
          const leftOut = own.filter((number) => !nearest.includes(number));
          expect(nearest).toHaveLength(Math.min(3, own.length));
          for (const kept of nearest)
            for (const dropped of leftOut) expect(distance(kept)).toBeLessThanOrEqual(distance(dropped));
        },
      ),
    );
  });
});
