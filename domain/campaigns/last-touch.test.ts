import { expect, test } from 'vitest';
import { findLastTouch } from './last-touch.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));

test.each([
  ['the last click before the order', [1, 3, 5], 4, 'mail-3'],
  ['a click at the same moment', [3], 3, 'mail-3'],
  ['nothing after seven days', [1], 8, null],
  ['nothing before the first click', [5], 4, null],
  ['nothing without clicks', [], 4, null],
])('finds %s', (_, days, ordered, mail) => {
  const clicks = days.map((day) => ({ mailId: `mail-${day}`, clickedAt: at(day) }));
  expect(findLastTouch(clicks, at(ordered))).toBe(mail);
});
