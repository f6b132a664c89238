import { expect, test } from 'vitest';
import { readNumbers } from './read-numbers.ts';

test('parses numbers with any separator, each once', () => {
  expect(readNumbers('7, 12 0045;7\n00')).toEqual([7, 12, 45]);
  expect(readNumbers(' ')).toEqual([]);
});
