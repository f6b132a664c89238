import { expect, test } from 'vitest';
import { reminderTime } from './reminder-time.ts';

test.each([
  [1, 10],
  [3, 30],
  [24, 60],
])('reminds of a group of %i hours %i minutes before its deadline', (hours, minutes) => {
  const createdAt = new Date('2026-03-10T12:00:00Z');
  const deadline = new Date(createdAt.getTime() + hours * 3_600_000);
  expect(deadline.getTime() - reminderTime({ createdAt, deadline }).getTime()).toBe(minutes * 60_000);
});
