import { describe, expect, test } from 'vitest';
import { sipHash, sipHashOfWords, sipKey } from './siphash.ts';

const key = sipKey(Uint8Array.from({ length: 16 }, (_, index) => index));
const message = (length: number) => Uint8Array.from({ length }, (_, index) => index);
const hex = ([low, high]: [number, number]) =>
  high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');

describe("the authors' vectors", () => {
  test.each([
    [0, '726fdb47dd0e0e31'],
    [1, '74f839c593dc67fd'],
    [2, '0d6c8009d9a94f5a'],
    [3, '85676696d7fb7e2d'],
    [4, 'cf2794e0277187b7'],
    [5, '18765564cd99a68d'],
    [6, 'cbc9466e58fee3ce'],
    [7, 'ab0200f58b01d137'],
    [8, '93f5f5799a932462'],
    [15, 'a129ca6149be45e5'],
  ])('%i bytes', (length, expected) => {
    expect(hex(sipHash(key, message(length)))).toBe(expected);
  });
});

test('hashes two words like the same eight bytes', () => {
  expect(sipHashOfWords(key, 0x03020100, 0x07060504)).toBe(sipHash(key, message(8))[0]);
});

test('rejects a key of the wrong length', () => {
  expect(() => sipKey(new Uint8Array(8))).toThrow(RangeError);
});
