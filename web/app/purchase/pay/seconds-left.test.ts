import { expect, test } from 'vitest';
import { hasPassed, secondsLeft } from './seconds-left.ts';

const SERVER = Date.parse('2026-11-28T15:00:00.000Z');
const HOUR_MS = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();
const until = iso(SERVER + 15 * 60_000);

test.each([0, 3, -3])('counts by the server on a device that is %i hours ahead', (hours) => {
  const receivedAt = SERVER + hours * HOUR_MS;
  const answer = { answeredAt: iso(SERVER), receivedAt };
  expect(secondsLeft(until, answer, receivedAt)).toBe(900);
  expect(secondsLeft(until, answer, receivedAt + 60_000)).toBe(840);
});

test('does not take the age of a cached answer for a wrong clock', () => {
  const answer = { answeredAt: iso(SERVER), receivedAt: SERVER };
  expect(secondsLeft(until, answer, SERVER + 5 * 60_000)).toBe(600);
  expect(hasPassed(until, answer, SERVER + 16 * 60_000)).toBe(true);
});

test('ends at 0', () => {
  const answer = { answeredAt: iso(SERVER), receivedAt: SERVER };
  expect(secondsLeft(until, answer, SERVER + HOUR_MS)).toBe(0);
  expect(hasPassed(until, answer, SERVER)).toBe(false);
});
