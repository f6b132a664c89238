/**
 * The Merkle tree of RFC 6962 (Certificate Transparency, section 2.1) over lines of text: a leaf is
 * SHA-256(0x00 ‖ line), a node SHA-256(0x01 ‖ left ‖ right), and the left branch is the largest full one. The root of
 * an empty tree is the hash of the empty string.
 */
import { compressWords, INITIAL, Sha256 } from './sha256.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const hash = new Sha256();

export function leafHash(line: Uint8Array): Uint8Array {
  return hash.reset().update(LEAF).update(line).digest();
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash.reset().update(NODE).update(left).update(right).digest();
}

/** Computes a root incrementally from ordered leaves, or from full subtrees of equal size, in O(log n) memory. */
export class MerkleTree {
  /** Roots of full subtrees, largest first, as words: nothing is allocated for a line or a node. */
  private readonly branches = new Int32Array(MAX_BRANCHES * WORDS);
  private count = 0;
  private depth = 0;

  add(root: Uint8Array): void {
    const at = this.depth * WORDS;
    for (let word = 0; word < WORDS; word++) this.branches[at + word] = readWord(root, word * 4);
    this.push();
  }

  /** Adds the leaf of `bytes[start]` to `bytes[end - 1]`. */
  addLine(bytes: Uint8Array, start: number, end: number): void {
    if (end - start > MAX_SHORT_LINE) {
      this.add(leafHash(bytes.subarray(start, end)));
      return;
    }
    // One block: a zero byte, the line, the padding and the length in bits.
    block.fill(0, 0, 16);
    for (let at = 1, from = start; from < end; at++, from++)
      block[at >> 2] = block[at >> 2]! | (bytes[from]! << (24 - (at % 4) * 8));
    const bytesHashed = end - start + 1;
    block[bytesHashed >> 2] = block[bytesHashed >> 2]! | (0x80 << (24 - (bytesHashed % 4) * 8));
    block[15] = bytesHashed * 8;
    state.set(INITIAL);
    compressWords(state, block);
    this.branches.set(state, this.depth * WORDS);
    this.push();
  }

  root(): Uint8Array {
    if (this.depth === 0) return hash.reset().digest();
    const branches = this.branches.slice(0, this.depth * WORDS);
    for (let top = this.depth - 1; top > 0; top--) joinWords(branches, (top - 1) * WORDS);
    const root = new Uint8Array(32);
    for (let byte = 0; byte < 32; byte++) root[byte] = branches[byte >> 2]! >>> (24 - (byte % 4) * 8);
    return root;
  }

  /** Combines the new branch with branches of equal size, like a binary counter carries. */
  private push(): void {
    this.depth++;
    for (let carried = this.count++; carried % 2 === 1; carried >>= 1)
      joinWords(this.branches, (--this.depth - 1) * WORDS);
  }
}

const WORDS = 8;
/** Maximum depth: 2 to this power is far more than the leaves of any tree. */
const MAX_BRANCHES = 54;
/** Bytes of a line whose leaf is hashed in one block. */
const MAX_SHORT_LINE = 54;
const block = new Int32Array(64);
const state = new Int32Array(WORDS);

/** Replaces the hash at `at` by the node of it and the next one: 65 bytes, two blocks. */
function joinWords(hashes: Int32Array, at: number): void {
  block[0] = 0x01000000 | (hashes[at]! >>> 8);
  for (let word = 1; word < 16; word++)
    block[word] = (hashes[at + word - 1]! << 24) | (hashes[at + word]! >>> 8);
  state.set(INITIAL);
  compressWords(state, block);
  block.fill(0, 1, 15);
  block[0] = (hashes[at + 15]! << 24) | 0x800000;
  block[15] = 65 * 8;
  compressWords(state, block);
  hashes.set(state, at);
}

function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

/** One step from a leaf to the root: the sibling hash and its side. */
export interface PathStep {
  side: 'left' | 'right';
  hash: Uint8Array;
}

export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

/** All hashes of a tree by level: leaves first, root last. A node without a sibling moves up unchanged. */
export type MerkleLevels = readonly (readonly Uint8Array[])[];

export function merkleLevels(leaves: readonly Uint8Array[]): MerkleLevels {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const right = level[at + 1];
      above.push(right ? nodeHash(level[at]!, right) : level[at]!);
    }
    level = above;
  }
  return levels;
}

/**
 * Inclusion proof of a leaf, from the leaf upwards.
 * @param index 0-based
 * @throws when the index is out of range
 */
export function inclusionPath(levels: MerkleLevels, index: number): PathStep[] {
  const leaves = levels[0]!.length;
  if (index < 0 || index >= leaves) throw new Error(`no leaf ${index} of ${leaves}`);
  return levels.flatMap((level, height): PathStep[] => {
    const at = index >> height;
    const beside = level[at % 2 === 0 ? at + 1 : at - 1];
    return beside ? [{ side: at % 2 === 0 ? 'right' : 'left', hash: beside }] : [];
  });
}

/** Recomputes the root from a leaf and its inclusion path. */
export function rootOfPath(leaf: Uint8Array, path: readonly PathStep[]): Uint8Array {
  return path.reduce(
    (below, { side, hash: beside }) => (side === 'left' ? nodeHash(beside, below) : nodeHash(below, beside)),
    leaf,
  );
}
