import { expect, test } from 'vitest';
import { chooseEncoding } from './encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('picks for Accept-Encoding %s: %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
