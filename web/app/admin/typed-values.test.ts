import { expect, test } from 'vitest';
import { dateTimeText, isWhole, readDateTime, textLines } from './typed-values.ts';

test('formats and reads instants in the time zone of Maceió', () => {
  expect(dateTimeText('2026-11-25T22:00:00.000Z')).toBe('2026-11-25T19:00');
  expect(readDateTime('2026-11-25T19:00')).toBe('2026-11-25T22:00:00.000Z');
  expect(dateTimeText(null)).toBe('');
  expect(readDateTime('')).toBeNull();
});

test.each([
  ['1', true],
  [' 10 ', true],
  ['0', false],
  ['11', false],
  ['1,5', false],
  ['', false],
])('isWhole(%j) within 1 to 10 returns %s', (text, expected) => {
  expect(isWhole(text, 1, 10)).toBe(expected);
});

test('splits text into trimmed lines without blank ones', () => {
  expect(textLines(' Maceió \n\nSatuba\n ')).toEqual(['Maceió', 'Satuba']);
});
