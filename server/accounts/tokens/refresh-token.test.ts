import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRefreshToken, encodeRefreshToken, isGenuine, checkRefresh } from './refresh-token.ts';

const key = Buffer.alloc(32, 7);
const anyToken = fc.record({ sessionId: fc.uuid(), counter: fc.nat() });

test('encodes and decodes tokens, and rejects all other text', () => {
  fc.assert(
    fc.property(anyToken, fc.nat(53), fc.constantFrom('A', 'b', '_', '=', ' '), (token, at, character) => {
      const text = encodeRefreshToken(token.sessionId, token.counter, key);
      const decoded = decodeRefreshToken(text)!;
      expect(decoded).toMatchObject(token);
      expect(isGenuine(decoded, key)).toBe(true);
      const changed = text.slice(0, at) + character + text.slice(at + 1);
      const decodedChange = decodeRefreshToken(changed);
      expect(decodedChange !== null && isGenuine(decodedChange, key)).toBe(changed === text);
      expect(decodeRefreshToken(text + character)).toBeNull();
    }),
  );
});

// @covers storefront 7: a refresh within 30 days, the parent token at any time, older ones within 10 seconds; then
//   the session ends
test.each([
  ['the active token rotates', 5, 0, 1000, 'rotate'],
  ['its parent gets the active token at any time', 4, 0, 100_000, 'repeat'],
  ['an older one is accepted within the interval', 1, 0, 9.9, 'repeat'],
  ['an older one after the interval ends the session', 3, 0, 10, 'reused'],
  ['a future one is rejected', 6, 0, 0, 'rejected'],
  ['the parent below the floor', 4, 5, 1, 'rejected'],
])('%s', (_, presented, floor, secondsSinceRefresh, verdict) => {
  expect(checkRefresh(presented, { counter: 5, floor, secondsSinceRefresh }, 10)).toBe(verdict);
});
