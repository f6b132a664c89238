import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, toHex } from './hex.ts';

test('converts any bytes to hexadecimal digits and back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
      expect(fromHex(toHex(bytes))).toEqual(Uint8Array.from(bytes));
    }),
  );
});

test('rejects a text that is not an even number of hexadecimal digits', () => {
  expect(() => fromHex('0g')).toThrow('not hexadecimal');
  expect(() => fromHex('abc')).toThrow('not hexadecimal');
});
