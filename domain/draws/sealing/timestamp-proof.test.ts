import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../hex.ts';
import { sha256 } from './sha256.ts';
import { completeChain, proofFile, readChain, readProofFile } from './timestamp-proof.ts';

const digest = sha256(new TextEncoder().encode('mare-da-sorte/lacre/1'));
const seal = toHex(digest);
const PENDING = '0083dfe30d2ef90c8e';
/** A pending attestation with the URL 'http://a'. */
const PROMISE = `${PENDING}0908687474703a2f2f61`;
const blockAt = (height: string) =>
  `000588960d73d71901${(height.length / 2).toString(16).padStart(2, '0')}${height}`;
const bytes = (hex: string) => fromHex(hex);

test('follows a chain to the calendar’s pending attestation', () => {
  // Append 'ab', prepend 'cdef', hash.
  const found = readChain(digest, bytes(`f001abf102cdef08${PROMISE}`));
  const value = sha256(bytes(`cdef${seal}ab`));
  expect(found).toEqual([{ kind: 'pending', value, at: 8 }]);
});

test('completes a pending chain with the calendar’s later response', () => {
  const chain = bytes(`08${PROMISE}`);
  const [promise] = readChain(digest, chain)!;
  // 800,000 in groups of seven bits.
  const complete = completeChain(chain, promise as { at: number }, bytes(`f00101${blockAt('80ea30')}`));
  const merkleRoot = toHex(bytes(`${toHex(sha256(digest))}01`).toReversed());
  expect(readChain(digest, complete)).toEqual([{ kind: 'bitcoin', height: 800_000, merkleRoot }]);
});

test('finds every attestation of a fork', () => {
  const found = readChain(digest, bytes(`ff08${PROMISE}08${blockAt('05')}`));
  expect(found?.map(({ kind }) => kind)).toEqual(['pending', 'bitcoin']);
});

test.each([
  ['an empty chain', ''],
  ['an unknown operation', `02${PROMISE}`],
  ['a truncated chain', `f005abcd`],
  ['more than one chain', `${PROMISE}${PROMISE}`],
  ['an unknown attestation', '001122334455667788 00'.replace(' ', '')],
  ['an unterminated number', `f0ffffffffffff`],
  ['too many steps', '08'.repeat(2_000) + PROMISE],
])('rejects %s', (_, chain) => {
  expect(readChain(digest, bytes(chain))).toBeNull();
});

test('a proof file is valid only for its own seal', () => {
  const file = toHex(proofFile(digest, bytes(PROMISE)));
  expect(file.slice(66, 130)).toBe(seal);
  expect(readProofFile(file, seal)).toHaveLength(1);
  expect(readProofFile(file, 'a'.repeat(64))).toBeNull();
  expect(readProofFile('', seal)).toBeNull();
  expect(readProofFile(`${file}zz`, seal)).toBeNull();
});

const operation = fc.oneof(
  fc.constant({ code: '08', text: '', apply: (value: Uint8Array) => sha256(value) }),
  fc.uint8Array({ minLength: 1, maxLength: 100 }).map((added) => ({
    code: 'f0',
    text: withLength(added),
    apply: (value: Uint8Array) => Uint8Array.of(...value, ...added),
  })),
  fc.uint8Array({ minLength: 1, maxLength: 100 }).map((added) => ({
    code: 'f1',
    text: withLength(added),
    apply: (value: Uint8Array) => Uint8Array.of(...added, ...value),
  })),
);
/** Prefixes a single-byte length; at most 127 bytes. */
const withLength = (text: Uint8Array) => text.length.toString(16).padStart(2, '0') + toHex(text);

test('applies a calendar’s operations in their order', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
      const chain = operations.map(({ code, text }) => code + text).join('');
      const value = operations.reduce((before, { apply }) => apply(before), digest);
      expect(readChain(digest, bytes(chain + PROMISE))).toEqual([
        { kind: 'pending', value, at: chain.length / 2 },
      ]);
    }),
  );
});

test('reads nothing from a truncated or random answer', () => {
  fc.assert(
    fc.property(
      fc.array(operation, { maxLength: 30 }),
      fc.nat(),
      fc.uint8Array(),
      (operations, length, randomBytes) => {
        const whole = bytes(operations.map(({ code, text }) => code + text).join('') + PROMISE);
        expect(readChain(digest, whole.subarray(0, length % whole.length))).toBeNull();
        expect(readChain(digest, randomBytes)).toBeNull();
      },
    ),
  );
});
