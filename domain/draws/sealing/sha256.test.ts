import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../../hex.ts';
import { Sha256, sha256Hex } from './sha256.ts';

test('matches the examples of FIPS 180-4', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('matches the platform’s hash for any bytes in any chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), (parts) => {
      const hash = new Sha256();
      for (const part of parts) hash.update(part);
      const expected = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
      expect(toHex(hash.digest())).toBe(expected);
      expect(toHex(hash.reset().update(Buffer.concat(parts)).digest())).toBe(expected);
    }),
  );
});
