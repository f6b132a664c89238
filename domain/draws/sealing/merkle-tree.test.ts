import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inclusionPath, leafHash, merkleLevels, merkleRoot, MerkleTree, rootOfPath } from './merkle-tree.ts';
import { toHex } from '../../hex.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => leafHash(bytes(String(index))));

/** Literal implementation of RFC 6962 with the platform's SHA-256. */
function rootByDefinition(lines: string[]): Buffer {
  const hash = (...parts: (string | Buffer)[]) => {
    const digest = createHash('sha256');
    for (const part of parts) digest.update(part);
    return digest.digest();
  };
  if (lines.length === 0) return hash();
  if (lines.length === 1) return hash(Buffer.of(0), lines[0]!);
  let split = 1;
  while (split * 2 < lines.length) split *= 2;
  return hash(Buffer.of(1), rootByDefinition(lines.slice(0, split)), rootByDefinition(lines.slice(split)));
}

test.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 100])('computes the RFC 6962 root of %i lines', (count) => {
  const lines = Array.from({ length: count }, (_, index) => String(index));
  expect(toHex(merkleRoot(leavesOf(count)))).toBe(rootByDefinition(lines).toString('hex'));
});

test('an inclusion path verifies its own leaf and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (count, anyIndex, otherText) => {
      const leaves = leavesOf(count);
      const index = anyIndex % count;
      const path = inclusionPath(merkleLevels(leaves), index);
      expect(toHex(rootOfPath(leaves[index]!, path))).toBe(toHex(merkleRoot(leaves)));
      const wrong = leafHash(bytes(`not ${otherText}`));
      expect(toHex(rootOfPath(wrong, path))).not.toBe(toHex(merkleRoot(leaves)));
    }),
  );
  expect(() => inclusionPath(merkleLevels(leavesOf(3)), 3)).toThrow('no leaf 3 of 3');
});

test('gives the same root from full subtrees as from their leaves', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 4 }), (count, power) => {
      const leaves = leavesOf(count);
      const size = 2 ** power;
      const tree = new MerkleTree();
      for (let start = 0; start < count; start += size)
        tree.add(merkleRoot(leaves.slice(start, start + size)));
      expect(toHex(tree.root())).toBe(toHex(merkleRoot(leaves)));
    }),
  );
});

test('adds a line of any length and place as its leaf', () => {
  const lines = fc.array(fc.tuple(fc.uint8Array({ maxLength: 130 }), fc.nat(5)), { maxLength: 40 });
  fc.assert(
    fc.property(lines, (added) => {
      const [tree, expected] = [new MerkleTree(), new MerkleTree()];
      for (const [line, start] of added) {
        const within = new Uint8Array(line.length + 10).fill(255);
        within.set(line, start);
        tree.addLine(within, start, start + line.length);
        expected.add(leafHash(line));
      }
      expect(toHex(tree.root())).toBe(toHex(expected.root()));
    }),
  );
});
