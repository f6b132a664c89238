/** Fixtures of the transparency log's formats. */
import fc from 'fast-check';
import { createSigner, ED25519_COSIGNATURE, ED25519_NOTE, type NoteSigner } from './log/signed-note.ts';

const seedOf = (fill: number) => new Uint8Array(32).fill(fill);

/** Key of a log of this name. */
export function logSigner(name: string, fill = 1): NoteSigner {
  return createSigner(name, ED25519_NOTE, seedOf(fill));
}

export function witnessSigner(name: string, fill = 100): NoteSigner {
  return createSigner(name, ED25519_COSIGNATURE, seedOf(fill));
}

/** @param bit index of the bit to flip, modulo the number of bits */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = bytes.slice();
  const index = bit % (bytes.length * 8);
  flipped[index >> 3] = flipped[index >> 3]! ^ (1 << (index & 7));
  return flipped;
}

/** Any index for `flipBit`. */
export const anyBit = fc.nat();
