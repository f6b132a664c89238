/**
 * Tiles of the public log (c2sp.org/tlog-tiles): 256 consecutive hashes, at level 0 of leaves, at each level above of
 * full tiles below; and bundles of 256 entries, each with its length as a big-endian uint16 before it.
 */
import { foldHashes, HASH_BYTES, nodeHash, type ReadHashes, type Subtree } from './merkle-tree.ts';

export const TILE_HASHES = 256;
const TILE_HEIGHT = 8;
const MAX_LEVEL = 63;
const MAX_ENTRY_BYTES = 65_535;

export interface Tile {
  level: number;
  /** 0-based within its level. */
  index: number;
  /** 1 to 256 hashes. */
  width: number;
}

/** The level of a tile's path, or `entries` for a bundle. */
export interface TileName extends Omit<Tile, 'level'> {
  level: number | 'entries';
}

/** Path below the log's URL, without a leading slash: `tile/0/x001/234.p/17`. */
export function tilePath({ level, index, width }: TileName): string {
  const partial = width === TILE_HASHES ? '' : `.p/${width}`;
  return `tile/${level}/${formatIndex(index)}${partial}`;
}

/** @returns null unless the path is exactly as `tilePath` writes it */
export function parseTilePath(path: string): TileName | null {
  const match = /^tile\/(0|[1-9]\d?|entries)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!match) return null;
  const [, first, digits, width] = match;
  const level = first === 'entries' ? ('entries' as const) : Number(first);
  const index = Number(digits!.replaceAll(/[x/]/g, ''));
  const name = { level, index, width: width === undefined ? TILE_HASHES : Number(width) };
  if (typeof level === 'number' && level > MAX_LEVEL) return null;
  if (width !== undefined && name.width >= TILE_HASHES) return null;
  return tilePath(name) === path ? name : null;
}

/** Tiles of a tree at all levels; the last of each level may be partial. */
export function tilesOfTree(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let [level, hashes] = [0, size]; hashes > 0; level++, hashes = Math.floor(hashes / TILE_HASHES)) {
    for (let index = 0; index * TILE_HASHES < hashes; index++)
      tiles.push({ level, index, width: Math.min(TILE_HASHES, hashes - index * TILE_HASHES) });
  }
  return tiles;
}

/** Width of a tile in a tree of this size; 0 when the tree does not reach it. */
export function widthInTree(level: number | 'entries', index: number, size: number): number {
  const hashes = level === 'entries' ? size : Math.floor(size / TILE_HASHES ** level);
  return Math.max(0, Math.min(TILE_HASHES, hashes - index * TILE_HASHES));
}

/** The tile whose hashes give a complete subtree's hash, and which of them. */
export function tileOfSubtree({ level, index }: Subtree): {
  level: number;
  index: number;
  /** First hash within the tile, 0-based. */
  from: number;
  count: number;
} {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  const tile = Math.floor(first / TILE_HASHES);
  return { level: tileLevel, index: tile, from: first - tile * TILE_HASHES, count };
}

/**
 * Reads hashes from tiles, each tile once.
 * @param size of the tree whose tiles are read
 * @param readTile the bytes of a tile @throws when there is no such tile
 */
export function hashesFromTiles(size: number, readTile: (tile: Tile) => Promise<Uint8Array>): ReadHashes {
  const cached = new Map<string, Promise<Uint8Array>>();
  return (subtrees) =>
    Promise.all(
      subtrees.map(async (subtree) => {
        const { level, index, from, count } = tileOfSubtree(subtree);
        const width = widthInTree(level, index, size);
        if (from + count > width) throw new RangeError(`the tree of ${size} has no such subtree`);
        const tile = { level, index, width };
        const path = tilePath(tile);
        const reading = cached.get(path) ?? readTile(tile);
        cached.set(path, reading);
        const bytes = await reading;
        if (bytes.length !== width * HASH_BYTES) throw new Error(`${path} has ${bytes.length} bytes`);
        return completeRoot(splitHashes(bytes).slice(from, from + count));
      }),
    );
}

/** Root of a full tile, which is its hash one level above. @throws when it is partial */
export function fullTileRoot(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== TILE_HASHES * HASH_BYTES) throw new Error('a partial tile has no parent');
  return completeRoot(splitHashes(bytes));
}

/** @throws when the bytes are not whole hashes */
export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length % HASH_BYTES !== 0) throw new Error('a tile is a sequence of 32-byte hashes');
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

/** @throws RangeError when an entry is empty or too long for its length field */
export function joinEntries(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  let at = 0;
  for (const entry of entries) {
    const { length } = entry;
    if (length === 0 || length > MAX_ENTRY_BYTES) throw new RangeError(`an entry of ${length} bytes`);
    bundle.set([length >>> 8, length & 0xff], at);
    bundle.set(entry, at + 2);
    at += 2 + length;
  }
  return bundle;
}

/** @throws when the bundle is truncated */
export function splitEntries(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + ((bundle[at]! << 8) | (bundle[at + 1] ?? 0));
    if (at + 2 > bundle.length || end > bundle.length) throw new Error('truncated entry bundle');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** Root of 2^n hashes. */
function completeRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => nodeHash(level[at * 2]!, level[at * 2 + 1]!));
  return foldHashes(level);
}

function formatIndex(index: number): string {
  const groups: string[] = [];
  let rest = index;
  do {
    groups.unshift(String(rest % 1_000).padStart(3, '0'));
    rest = Math.floor(rest / 1_000);
  } while (rest > 0);
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}
