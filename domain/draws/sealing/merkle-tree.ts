/**
 * The Merkle tree of RFC 6962 (Certificate Transparency, section 2.1) over lines of text: a leaf is
 * SHA-256(0x00 ‖ line), a node SHA-256(0x01 ‖ left ‖ right), and the left branch is the largest full one. The root of
 * an empty tree is the hash of the empty string.
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

/** Computes a root incrementally from ordered leaves, or from full subtrees of equal size, in O(log n) memory. */
export class MerkleTree {
  /** Roots of full subtrees, largest first; `size` in leaves. */
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
