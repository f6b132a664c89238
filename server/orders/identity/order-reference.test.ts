import { expect, test } from 'vitest';
import { systemRandom } from '../../platform/clock.ts';
import { makeOrderReference } from './order-reference.ts';

const at = (iso: string) => ({ clock: { now: () => new Date(iso) }, random: systemRandom });

test('references of one second share only their prefix', () => {
  const made = Array.from({ length: 1000 }, () => makeOrderReference(at('2026-11-22T03:00:00Z')));
  expect(new Set(made.map((reference) => reference.slice(0, 5))).size).toBe(1);
  expect(new Set(made.map((reference) => reference.slice(6))).size).toBe(1000);
  expect(made.every((reference) => /^[A-Za-z0-9_-]{24}$/.test(reference))).toBe(true);
});

test('an hour changes only the end of the prefix', () => {
  const [hourStart, hourEnd] = ['2026-11-22T03:00:00Z', '2026-11-22T03:59:59Z'].map((iso) =>
    makeOrderReference(at(iso)),
  );
  expect(hourStart!.slice(0, 3)).toBe(hourEnd!.slice(0, 3));
});
