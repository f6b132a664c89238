/**
 * The Merkle tree of RFC 6962 (Certificate Transparency, section 2.1) over lines of text: a leaf is
 * SHA-256(0x00 ‖ line), a node SHA-256(0x01 ‖ left ‖ right), and the left branch is the largest full one. The root of
 * no lines is the hash of nothing.
 */
import { Sha256 } from './sha256.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const hash = new Sha256();

export function leafHash(line: Uint8Array): Uint8Array {
  return hash.reset().update(LEAF).update(line).digest();
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash.reset().update(NODE).update(left).update(right).digest();
}

/** Builds a root from leaves (or full subtrees of equal size) that arrive in order, keeping only a few hashes. */
export class MerkleTree {
  /** Roots of full subtrees, larger ones first, each with its size in leaves. */
  private readonly branches: { root: Uint8Array; size: number }[] = [];

  add(root: Uint8Array): void {
    let branch = { root, size: 1 };
    for (let last = this.branches.at(-1); last?.size === branch.size; last = this.branches.at(-1)) {
      this.branches.pop();
      branch = { root: nodeHash(last.root, branch.root), size: branch.size * 2 };
    }
    this.branches.push(branch);
  }

  root(): Uint8Array {
    let root: Uint8Array | undefined;
    for (const branch of this.branches.toReversed()) root = root ? nodeHash(branch.root, root) : branch.root;
    return root ?? hash.reset().digest();
  }
}

/** One step from a leaf to the root: the hash beside it, and on which side that stands. */
export interface PathStep {
  side: 'left' | 'right';
  hash: Uint8Array;
}

export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

/**
 * What proves that a leaf stands in the tree, from the leaf upwards.
 * @param index 0-based
 * @throws when there is no such leaf
 */
export function inclusionPath(leaves: readonly Uint8Array[], index: number): PathStep[] {
  if (index < 0 || index >= leaves.length) throw new Error(`no leaf ${index} of ${leaves.length}`);
  if (leaves.length === 1) return [];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...inclusionPath(left, index), { side: 'right', hash: merkleRoot(right) }]
    : [...inclusionPath(right, index - split), { side: 'left', hash: merkleRoot(left) }];
}

/** The root that a leaf and its path lead to. */
export function rootOfPath(leaf: Uint8Array, path: readonly PathStep[]): Uint8Array {
  return path.reduce(
    (below, { side, hash: beside }) => (side === 'left' ? nodeHash(beside, below) : nodeHash(below, beside)),
    leaf,
  );
}

function largestPowerBelow(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1);
}
