import { expect, test } from 'vitest';
import { readPrizesInARow, readSeal } from './typed-values.ts';

const PRIZES = ['55311', '01742', '82466', '54890', '20875'];

test.each([
  '55311 01742 82466 54890 20875',
  '55.311, 01.742, 82.466, 54.890, 20.875',
  '055311 001742 082466 054890 020875',
  ' 55311\n01742\n82466\n54890\n20875\n',
])('reads the prizes of %j', (text) => {
  expect(readPrizesInARow(text)).toEqual(PRIZES);
});

test.each([
  '55311',
  '55311 01742 82466 54890',
  '5531101742824665489020875',
  'não sei',
  '55311 1742 82466 54890 20875',
])('reads no prizes of %j', (text) => {
  expect(readPrizesInARow(text)).toBeNull();
});

test('parses a copied seal', () => {
  const seal = 'ab'.repeat(32);
  expect(readSeal(` ${seal.slice(0, 32).toUpperCase()}\n${seal.slice(32)} `)).toBe(seal);
  expect(readSeal(seal.slice(1))).toBeNull();
  expect(readSeal(`${seal.slice(1)}g`)).toBeNull();
});
