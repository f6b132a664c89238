import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['moto', 10, 'moto'],
  ['moto', 2, 'mo'],
  ['Rifa 🎉', 7, 'Rifa 🎉'],
  ['Rifa 🎉', 6, 'Rifa '],
  ['🎉', 1, ''],
])('cuts %j after %i code units', (text, max, start) => {
  expect(cutText(text, max)).toBe(start);
});
