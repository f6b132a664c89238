import { expect, test } from 'vitest';
import { formatMinutes } from './format-minutes.ts';

test.each([
  [0, '0 min'],
  [7.4, '7 min'],
  [59.6, '1 h'],
  [95, '1 h 35 min'],
  [1440, '1 d'],
  [3000, '2 d 2 h'],
])('formats %d minutes as %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
