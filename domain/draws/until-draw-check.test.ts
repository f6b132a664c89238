import { expect, test } from 'vitest';
import { untilDrawCheck } from './until-draw-check.ts';

const HOUR = 3_600_000;
const drawDate = '2026-11-25T23:00:00Z';
const check = (hoursAfter: number, awaits: number | null = 6001) =>
  untilDrawCheck({ awaits, drawDate }, new Date(Date.parse(drawDate) + hoursAfter * HOUR));

test('polls rarely before the extraction, and once at its time', () => {
  expect(check(-48)).toBe(60_000);
  expect(check(-30 / 3600)).toBe(30_000);
});

test('polls often while the result is expected, and rarely when it is late', () => {
  expect(check(0)).toBe(10_000);
  expect(check(2.9)).toBe(10_000);
  expect(check(4)).toBe(60_000);
});

test('does not poll without an awaited extraction', () => {
  expect(check(0, null)).toBe(false);
});
