import { expect, test } from 'vitest';
import { windowProblem } from './highest-lowest-window.ts';

const now = new Date('2026-03-01T12:00:00Z');
const onSale = { status: 'active', salesEndAt: new Date('2026-03-10T21:00:00Z') } as const;

test.each([
  ['2026-03-01T12:00:00Z', 'EXTREMES_STARTED'],
  ['2026-03-01T12:00:01Z', null],
  ['2026-03-10T20:59:59Z', null],
  ['2026-03-10T21:00:00Z', 'EXTREMES_AFTER_SALES'],
])('a window that begins at %s on a rifa on sale: %s', (from, problem) => {
  expect(windowProblem(new Date(from), onSale, now)).toBe(problem);
});

test('a closed rifa declares no window, whatever its date', () => {
  const from = new Date('2026-03-02T12:00:00Z');
  expect(windowProblem(from, { ...onSale, status: 'closed' }, now)).toBe('EXTREMES_AFTER_SALES');
});
