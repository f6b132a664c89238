import { expect, test } from 'vitest';
import { isMetropolitan } from './places.ts';

test.each([
  ['Maceió', 'AL', true],
  ['Pilar', 'AL', true],
  ['Pilar', 'PB', false],
  ['Recife', 'PE', false],
  ['Maceió', null, false],
  [null, 'AL', false],
])('%s, %s: %s', (city, state, expected) => {
  expect(isMetropolitan(city, state)).toBe(expected);
});
