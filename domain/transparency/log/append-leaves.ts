import { foldHashes, HASH_BYTES, readRoot } from './merkle-tree.ts';
import { fullTileRoot, hashesFromTiles, splitHashes, type Tile, TILE_HASHES, widthInTree } from './tiles.ts';

export interface StoredTile {
  level: number;
  /** 0-based within its level. */
  index: number;
  hashes: Uint8Array;
}

/** Partial tiles of a tree, at most one per level: all that appending needs. */
export function partialTiles(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let [level, hashes] = [0, size]; hashes > 0; level++, hashes = Math.floor(hashes / TILE_HASHES)) {
    const index = Math.floor(hashes / TILE_HASHES);
    const width = widthInTree(level, index, size);
    if (width > 0) tiles.push({ level, index, width });
  }
  return tiles;
}

/**
 * Appends leaves to a tree.
 * @param partial the tiles that `partialTiles` names
 * @returns the new tree, and every tile that changed
 * @throws when a partial tile is missing or has another width
 */
export async function appendLeaves(
  size: number,
  partial: readonly StoredTile[],
  leaves: readonly Uint8Array[],
): Promise<{ size: number; root: Uint8Array; tiles: StoredTile[] }> {
  const edge = new Map(partial.map((tile) => [tile.level, tile.hashes]));
  for (const { level, width } of partialTiles(size))
    if (edge.get(level)?.length !== width * HASH_BYTES)
      throw new Error(`the tile at level ${level} of the tree of ${size} is not ${width} hashes wide`);
  const changed: StoredTile[] = [];
  let added = leaves;
  let before = size;
  for (let level = 0; added.length > 0; level++) {
    const hashes = [...splitHashes(edge.get(level) ?? new Uint8Array(0)), ...added];
    const parents: Uint8Array[] = [];
    let index = Math.floor(before / TILE_HASHES);
    for (let at = 0; at < hashes.length; at += TILE_HASHES, index++) {
      const tile = concat(hashes.slice(at, at + TILE_HASHES));
      changed.push({ level, index, hashes: tile });
      if (tile.length === TILE_HASHES * HASH_BYTES) parents.push(fullTileRoot(tile));
    }
    before = Math.floor(before / TILE_HASHES);
    added = parents;
  }
  const newSize = size + leaves.length;
  const tiles = new Map([...partial, ...changed].map((tile) => [`${tile.level}/${tile.index}`, tile.hashes]));
  const read = hashesFromTiles(newSize, ({ level, index }) =>
    Promise.resolve(tiles.get(`${level}/${index}`)!),
  );
  return {
    size: newSize,
    root: newSize === 0 ? foldHashes([]) : await readRoot(read, newSize),
    tiles: changed,
  };
}

function concat(hashes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES);
  return bytes;
}
