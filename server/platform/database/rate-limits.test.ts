import { expect, test } from 'vitest';
import { networkOf } from './rate-limits.ts';

test.each([
  ['203.0.113.9', '203.0.113'],
  ['2001:db8:0:1::7', '2001:db8:0:1'],
  ['2001:db8::7', '2001:db8:0:0'],
  [null, 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
