/**
 * The Merkle tree of the public log: hashes, roots, inclusion proofs and consistency proofs of RFC 6962 (section 2.1)
 * with SHA-256. Proofs are computed from complete subtrees, so that a caller reads only the hashes that a proof needs:
 * `inclusionGroups` and `consistencyGroups` name them, `foldGroups` makes the proof.
 */
import { leafHash, nodeHash } from '../../draws/sealing/merkle-tree.ts';
import { sha256 } from '../../draws/sealing/sha256.ts';

export { leafHash, nodeHash };

export const HASH_BYTES = 32;

/** A complete subtree: the leaves from `index · 2^level` to `(index + 1) · 2^level`, end exclusive. */
export interface Subtree {
  level: number;
  index: number;
}

/** Reads the hashes of complete subtrees, in the requested order. */
export type ReadHashes = (subtrees: readonly Subtree[]) => Promise<Uint8Array[]>;

/** Hash of a tree without leaves. */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

/** Complete subtrees that together cover leaves 0 to `size`, largest first. */
export function subtreesOfTree(size: number): Subtree[] {
  return subtreesOf(0, size);
}

/**
 * Subtrees behind each hash of an inclusion proof, from the leaf's sibling upwards.
 * @param index 0-based
 * @throws RangeError when the tree has no such leaf
 */
export function inclusionGroups(index: number, size: number): Subtree[][] {
  if (!isSize(size) || !isSize(index) || index >= size) throw new RangeError(`no leaf ${index} of ${size}`);
  const groups: Subtree[][] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from);
    if (index < middle) {
      groups.push(subtreesOf(middle, to));
      to = middle;
    } else {
      groups.push(subtreesOf(from, middle));
      from = middle;
    }
  }
  return groups.toReversed();
}

/**
 * Subtrees behind each hash of the proof that the tree of `older` leaves is a prefix of the tree of `newer` leaves. Empty
 * when the proof is: for equal sizes, and for an empty older tree.
 * @throws RangeError when `older` is larger
 */
export function consistencyGroups(older: number, newer: number): Subtree[][] {
  if (!isSize(older) || !isSize(newer) || older > newer)
    throw new RangeError(`no tree of ${older} leaves in one of ${newer}`);
  if (older === 0 || older === newer) return [];
  const groups: Subtree[][] = [];
  let [from, to] = [0, newer];
  let isWholeOlder = true;
  while (to !== older) {
    const middle = from + largestPowerBelow(to - from);
    if (older <= middle) {
      groups.push(subtreesOf(middle, to));
      to = middle;
    } else {
      groups.push(subtreesOf(from, middle));
      from = middle;
      isWholeOlder = false;
    }
  }
  if (!isWholeOlder) groups.push(subtreesOf(from, to));
  return groups.toReversed();
}

/** One hash for each group. @param hashes of all subtrees of all groups, in order */
export function foldGroups(
  groups: readonly (readonly Subtree[])[],
  hashes: readonly Uint8Array[],
): Uint8Array[] {
  let at = 0;
  return groups.map((group) => foldHashes(hashes.slice(at, (at += group.length))));
}

/** Root over complete subtrees, largest first. */
export function foldHashes(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) return emptyRoot();
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

export async function readRoot(read: ReadHashes, size: number): Promise<Uint8Array> {
  return foldHashes(await read(subtreesOfTree(size)));
}

/** @throws RangeError as `inclusionGroups` */
export async function makeInclusionProof(
  read: ReadHashes,
  index: number,
  size: number,
): Promise<Uint8Array[]> {
  const groups = inclusionGroups(index, size);
  return foldGroups(groups, await read(groups.flat()));
}

/** @throws RangeError as `consistencyGroups` */
export async function makeConsistencyProof(
  read: ReadHashes,
  older: number,
  newer: number,
): Promise<Uint8Array[]> {
  const groups = consistencyGroups(older, newer);
  return foldGroups(groups, await read(groups.flat()));
}

/**
 * Whether the proof leads from this leaf at this place to the root. (RFC 9162, section 2.1.3.2)
 * @param index 0-based
 */
export function isIncluded(
  leaf: Uint8Array,
  { index, size, root }: { index: number; size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes([leaf, root, ...proof])) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const beside of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(beside, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, beside);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalBytes(hash, root);
}

/** Whether the proof shows that the newer tree only appends to the older one. (RFC 9162, section 2.1.4.2) */
export function isConsistent(
  older: { size: number; root: Uint8Array },
  newer: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (!areHashes([older.root, newer.root, ...proof])) return false;
  if (older.size === newer.size) return proof.length === 0 && equalBytes(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && equalBytes(older.root, emptyRoot());
  let [node, last] = [older.size - 1, newer.size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  const [first, ...rest] = node === 0 ? [older.root, ...proof] : proof;
  if (!first) return false;
  let [olderHash, newerHash] = [first, first];
  for (const beside of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      olderHash = nodeHash(beside, olderHash);
      newerHash = nodeHash(beside, newerHash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      newerHash = nodeHash(newerHash, beside);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalBytes(olderHash, older.root) && equalBytes(newerHash, newer.root);
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Complete subtrees of a range that starts at a multiple of the next power of two of its length. */
function subtreesOf(from: number, to: number): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let [start, left] = [from, to - from]; left > 0;) {
    const level = levelOf(left);
    const width = 2 ** level;
    subtrees.push({ level, index: start / width });
    start += width;
    left -= width;
  }
  return subtrees;
}

/** The largest power of two below `size`, which is at least 2. */
function largestPowerBelow(size: number): number {
  return 2 ** levelOf(size - 1);
}

/** Exponent of the largest power of two up to `size`. */
function levelOf(size: number): number {
  let level = 0;
  while (2 ** (level + 1) <= size) level++;
  return level;
}

// Without bit operators, which are limited to 32 bits.
const isOdd = (value: number) => value % 2 === 1;
const half = (value: number) => Math.floor(value / 2);
const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0;
const areHashes = (hashes: readonly Uint8Array[]) => hashes.every(({ length }) => length === HASH_BYTES);
