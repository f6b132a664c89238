import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancellingRule } from './cancelling.ts';

const runsAt = new Date('2030-05-15T22:00:00Z');
const at = (minutes: number) => new Date(runsAt.getTime() + minutes * 60_000);
const sealed = { status: 'closed', salesAreOver: true, extraction: { runsAt, hasRun: false } } as const;

test('one admin may cancel while sales are open', () => {
  const rifa = { status: 'active', salesAreOver: false, extraction: null } as const;
  expect(cancellingRule(rifa, at(-1000))).toBe('FREE');
  expect(cancellingRule({ ...rifa, status: 'scheduled' }, at(-1000))).toBe('FREE');
});

test('requires two people after the end of sales, even before the job has closed them', () => {
  expect(cancellingRule({ ...sealed, extraction: null }, at(-50))).toBe('TWO_PERSONS');
  expect(cancellingRule({ status: 'active', salesAreOver: true, extraction: null }, at(-50))).toBe(
    'TWO_PERSONS',
  );
});

test('rejects cancelling from the hour of the sealed extraction until the draw', () => {
  expect(cancellingRule(sealed, at(-1))).toBe('TWO_PERSONS');
  expect(cancellingRule(sealed, at(0))).toBe('TOO_LATE');
  expect(cancellingRule(sealed, at(100_000))).toBe('TOO_LATE');
});

test('rejects cancelling after an extraction that the lottery moved earlier', () => {
  expect(cancellingRule({ ...sealed, extraction: { runsAt, hasRun: true } }, at(-3000))).toBe('TOO_LATE');
});

test('rejects cancelling with a known result in every state', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('draft', 'scheduled', 'active', 'closed', 'completed', 'cancelled' as const),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: -10_000, max: 10_000 }),
      (status, salesAreOver, hasRun, minutes) => {
        const rule = cancellingRule({ status, salesAreOver, extraction: { runsAt, hasRun } }, at(minutes));
        expect(rule === 'TOO_LATE').toBe(hasRun || minutes >= 0);
        expect(rule).not.toBe('FREE');
      },
    ),
  );
});
