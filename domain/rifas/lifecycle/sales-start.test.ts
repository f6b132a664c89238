import { expect, test } from 'vitest';
import { presaleEnds, salesOpenAt, untilOpeningCheck } from './sales-start.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

test('opens sales to VIPs the configured number of hours earlier', () => {
  expect(salesOpenAt(NOW, 24)).toEqual(new Date('2026-11-21T12:00:00Z'));
  expect(salesOpenAt(NOW, 0)).toEqual(NOW);
});

test.each([
  [null, false],
  ['2026-11-22T12:00:30Z', 30_000],
  ['2026-11-22T12:00:00Z', 3_000],
  ['2026-11-22T11:00:00Z', 3_000],
  ['2026-11-24T12:00:00Z', false],
])('an open page of a rifa that opens at %s polls after %s ms', (opensAt, expected) => {
  expect(untilOpeningCheck(opensAt, NOW)).toBe(expected);
});

test('ends a presale that begins now on the full minute that is shown', () => {
  expect(presaleEnds(new Date('2026-11-22T12:00:42Z'), 24)).toEqual(new Date('2026-11-23T12:01:00Z'));
});
