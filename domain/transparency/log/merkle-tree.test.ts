import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merkleRoot } from '../../draws/sealing/merkle-tree.ts';
import { toHex } from '../../hex.ts';
import {
  consistencyGroups,
  emptyRoot,
  inclusionGroups,
  isConsistent,
  isIncluded,
  leafHash,
  makeConsistencyProof,
  makeInclusionProof,
  readRoot,
  type ReadHashes,
} from './merkle-tree.ts';

const leaf = (index: number) => leafHash(new TextEncoder().encode(`entry ${index}`));
const leaves = Array.from({ length: 300 }, (_, index) => leaf(index));

/** Complete subtrees hashed from all leaves. */
const readSubtrees: ReadHashes = (subtrees) =>
  Promise.resolve(
    subtrees.map(({ level, index }) =>
      merkleRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    ),
  );

/** Literal definitions of RFC 6962, section 2.1. */
const rfc = {
  hash: (...parts: Uint8Array[]) => {
    const digest = createHash('sha256');
    for (const part of parts) digest.update(part);
    return new Uint8Array(digest.digest());
  },
  split: (size: number) => {
    let power = 1;
    while (power * 2 < size) power *= 2;
    return power;
  },
  root(part: readonly Uint8Array[]): Uint8Array {
    if (part.length === 0) return this.hash();
    if (part.length === 1) return part[0]!;
    const split = this.split(part.length);
    return this.hash(Uint8Array.of(1), this.root(part.slice(0, split)), this.root(part.slice(split)));
  },
  path(index: number, part: readonly Uint8Array[]): Uint8Array[] {
    if (part.length === 1) return [];
    const split = this.split(part.length);
    return index < split
      ? [...this.path(index, part.slice(0, split)), this.root(part.slice(split))]
      : [...this.path(index - split, part.slice(split)), this.root(part.slice(0, split))];
  },
  subproof(older: number, part: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
    if (older === part.length) return isWhole ? [] : [this.root(part)];
    const split = this.split(part.length);
    return older <= split
      ? [...this.subproof(older, part.slice(0, split), isWhole), this.root(part.slice(split))]
      : [...this.subproof(older - split, part.slice(split), false), this.root(part.slice(0, split))];
  },
};

const hexOf = (hashes: readonly Uint8Array[]) => hashes.map(toHex);
const sizes = fc.integer({ min: 1, max: leaves.length });
const flipOneBit = (bytes: Uint8Array, bit: number) => {
  const copy = bytes.slice();
  copy[(bit >> 3) % copy.length]! ^= 1 << (bit & 7);
  return copy;
};

/** Proofs with a hash too many, too few, or changed in one bit. */
const wrongProofs = (proof: readonly Uint8Array[], bit: number): (readonly Uint8Array[])[] => [
  [...proof, leaf(-1)],
  ...(proof.length > 0
    ? [
        proof.slice(1),
        proof.slice(0, -1),
        proof.with(bit % proof.length, flipOneBit(proof[bit % proof.length]!, bit)),
      ]
    : []),
];

test('computes the RFC 6962 root from complete subtrees', async () => {
  expect(toHex(await readRoot(readSubtrees, 0))).toBe(toHex(rfc.root([])));
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      expect(toHex(await readRoot(readSubtrees, size))).toBe(toHex(rfc.root(leaves.slice(0, size))));
    }),
  );
});

test('makes the inclusion proofs of RFC 6962', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (size, anyIndex) => {
      const index = anyIndex % size;
      const proof = await makeInclusionProof(readSubtrees, index, size);
      expect(hexOf(proof)).toEqual(hexOf(rfc.path(index, leaves.slice(0, size))));
    }),
  );
});

test('makes the consistency proofs of RFC 6962', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (newer, anySize) => {
      const older = 1 + (anySize % newer);
      const proof = await makeConsistencyProof(readSubtrees, older, newer);
      expect(hexOf(proof)).toEqual(hexOf(rfc.subproof(older, leaves.slice(0, newer), true)));
    }),
  );
});

test('accepts an inclusion proof only for its own leaf, index and tree', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, anyIndex, bit) => {
      const index = anyIndex % size;
      const ownLeaf = leaves[index]!;
      const root = rfc.root(leaves.slice(0, size));
      const proof = rfc.path(index, leaves.slice(0, size));
      const position = { index, size, root };
      expect(isIncluded(ownLeaf, position, proof)).toBe(true);
      expect(isIncluded(flipOneBit(ownLeaf, bit), position, proof)).toBe(false);
      expect(isIncluded(ownLeaf, { ...position, root: flipOneBit(root, bit) }, proof)).toBe(false);
      expect(isIncluded(ownLeaf, { ...position, index: size }, proof)).toBe(false);
      expect(wrongProofs(proof, bit).filter((wrong) => isIncluded(ownLeaf, position, wrong))).toEqual([]);
      const elsewhere = (index + 1 + (bit % Math.max(1, size - 1))) % size;
      expect(isIncluded(ownLeaf, { ...position, index: elsewhere }, proof)).toBe(elsewhere === index);
    }),
  );
});

test('accepts a consistency proof only for its own two trees', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, anySize, bit) => {
      const [before, after] = [1 + (anySize % size), size];
      const older = { size: before, root: rfc.root(leaves.slice(0, before)) };
      const newer = { size: after, root: rfc.root(leaves.slice(0, after)) };
      const proof = rfc.subproof(before, leaves.slice(0, after), true);
      expect(isConsistent(older, newer, proof)).toBe(true);
      expect(isConsistent({ ...older, root: flipOneBit(older.root, bit) }, newer, proof)).toBe(false);
      expect(isConsistent(older, { ...newer, root: flipOneBit(newer.root, bit) }, proof)).toBe(false);
      expect(wrongProofs(proof, bit).filter((wrong) => isConsistent(older, newer, wrong))).toEqual([]);
      expect(isConsistent(newer, older, proof)).toBe(before === after);
    }),
  );
});

test('finds no proof between two trees that differ in one old leaf', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, anySize, anyIndex) => {
      const before = 1 + (anySize % size);
      const older = { size: before, root: rfc.root(leaves.slice(0, before)) };
      const rewritten = leaves.slice(0, size).with(anyIndex % before, leaf(-1));
      const newer = { size, root: rfc.root(rewritten) };
      expect(isConsistent(older, newer, rfc.subproof(before, rewritten, true))).toBe(false);
    }),
  );
});

test('accepts the empty tree as a prefix of every tree', () => {
  const root = rfc.root(leaves);
  expect(isConsistent({ size: 0, root: emptyRoot() }, { size: leaves.length, root }, [])).toBe(true);
  expect(isConsistent({ size: 0, root }, { size: leaves.length, root }, [])).toBe(false);
});

test('rejects impossible indexes and sizes', () => {
  expect(() => inclusionGroups(3, 3)).toThrow('no leaf 3 of 3');
  expect(() => inclusionGroups(-1, 3)).toThrow('no leaf -1 of 3');
  expect(() => consistencyGroups(4, 3)).toThrow('no tree of 4 leaves in one of 3');
  expect(isIncluded(leaves[0]!, { index: 0, size: 1, root: new Uint8Array(31) }, [])).toBe(false);
});

test('names the subtrees of trees beyond 2^32 leaves', () => {
  const size = 2 ** 40 + 1;
  expect(inclusionGroups(2 ** 40, size)).toEqual([[{ level: 40, index: 0 }]]);
  expect(consistencyGroups(2 ** 40, size)).toEqual([[{ level: 0, index: 2 ** 40 }]]);
});
