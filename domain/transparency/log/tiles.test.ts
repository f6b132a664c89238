import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../../hex.ts';
import {
  leafHash,
  makeConsistencyProof,
  makeInclusionProof,
  nodeHash,
  type ReadHashes,
  readRoot,
} from './merkle-tree.ts';
import {
  fullTileRoot,
  hashesFromTiles,
  joinEntries,
  parseTilePath,
  splitEntries,
  splitHashes,
  TILE_HASHES,
  tilePath,
  tilesOfTree,
  widthInTree,
  type Tile,
} from './tiles.ts';

const levels = [Array.from({ length: 70_000 }, (_, index) => leafHash(new TextEncoder().encode(`${index}`)))];
for (let below = levels[0]!; below.length > 1; levels.push(below))
  below = Array.from({ length: below.length >> 1 }, (_, index) =>
    nodeHash(below[index * 2]!, below[index * 2 + 1]!),
  );

/** Definition: the n-th tile at level l holds the roots of consecutive runs of 256^l leaves. */
function tileBytes({ level, index, width }: Tile): Uint8Array {
  const bytes = new Uint8Array(width * 32);
  for (let offset = 0; offset < width; offset++)
    bytes.set(levels[level * 8]![index * TILE_HASHES + offset]!, offset * 32);
  return bytes;
}
const readTile = (tile: Tile) => Promise.resolve(tileBytes(tile));
const readDirectly: ReadHashes = (subtrees) =>
  Promise.resolve(subtrees.map(({ level, index }) => levels[level]![index]!));

test('formats the paths of the specification', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 'entries', index: 5, width: 17 })).toBe('tile/entries/005.p/17');
});

test('parses every path that it formats', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
      fc.oneof(fc.nat(2_000), fc.nat(2 ** 31)),
      fc.integer({ min: 1, max: 256 }),
      (level, index, width) => {
        expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width });
      },
    ),
  );
});

test.each([
  'tile/00/000',
  'tile/64/000',
  'tile/-1/000',
  'tile/0/0',
  'tile/0/1234',
  'tile/0/x000/001',
  'tile/0/001/002',
  'tile/0/x001/x002',
  'tile/0/000.p/0',
  'tile/0/000.p/01',
  'tile/0/000.p/256',
  'tile/0/000.p/',
  'tile/0/000/',
  'tile/Entries/000',
  'tile/0/../000',
  '/tile/0/000',
  'tile/0/000\n',
])('rejects the path %j', (path) => {
  expect(parseTilePath(path)).toBeNull();
});

test('divides trees into the tiles of the examples', () => {
  const of = (size: number) =>
    tilesOfTree(size).reduce<Record<string, number>>((counts, { level, width }) => {
      const kind = `${level} ${width === TILE_HASHES ? 'full' : width}`;
      return { ...counts, [kind]: (counts[kind] ?? 0) + 1 };
    }, {});
  expect(of(70_000)).toEqual({ '0 full': 273, '0 112': 1, '1 full': 1, '1 17': 1, '2 1': 1 });
  expect(of(256)).toEqual({ '0 full': 1, '1 1': 1 });
  expect(of(0)).toEqual({});
});

test('returns the width of a tile in a tree', () => {
  expect(widthInTree(0, 273, 70_000)).toBe(112);
  expect(widthInTree('entries', 273, 70_000)).toBe(112);
  expect(widthInTree(1, 1, 70_000)).toBe(17);
  expect(widthInTree(0, 274, 70_000)).toBe(0);
});

test.each([1, 255, 256, 257, 65_535, 65_536, 70_000])(
  'computes root and proofs of a tree of %i from tiles',
  async (size) => {
    const readFromTiles = hashesFromTiles(size, readTile);
    const index = Math.floor(size * 0.7);
    const older = Math.max(1, index);
    expect(toHex(await readRoot(readFromTiles, size))).toBe(toHex(await readRoot(readDirectly, size)));
    expect(await makeInclusionProof(readFromTiles, index, size)).toEqual(
      await makeInclusionProof(readDirectly, index, size),
    );
    expect(await makeConsistencyProof(readFromTiles, older, size)).toEqual(
      await makeConsistencyProof(readDirectly, older, size),
    );
  },
);

test('puts the root of a full tile into the level above', () => {
  const full = tileBytes({ level: 0, index: 0, width: 256 });
  expect(toHex(fullTileRoot(full))).toBe(toHex(levels[8]![0]!));
  expect(() => fullTileRoot(full.slice(0, 32))).toThrow('partial');
});

test('reads each tile once', async () => {
  const requests: string[] = [];
  const readFromTiles = hashesFromTiles(70_000, (tile) => {
    requests.push(tilePath(tile));
    return readTile(tile);
  });
  await makeInclusionProof(readFromTiles, 12_345, 70_000);
  expect(requests).toEqual([...new Set(requests)]);
});

test('rejects a tile whose width does not match the tree', async () => {
  const readFromTiles = hashesFromTiles(300, (tile) => Promise.resolve(tileBytes(tile).slice(32)));
  await expect(readRoot(readFromTiles, 300)).rejects.toThrow('bytes');
});

test('splits the bundles it joins', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 600 }), { maxLength: 20 }), (entries) => {
      expect(splitEntries(joinEntries(entries)).map(toHex)).toEqual(entries.map(toHex));
    }),
  );
});

test('rejects truncated bundles, empty entries and too long ones', () => {
  const bundle = joinEntries([Uint8Array.of(1, 2, 3)]);
  for (let length = 1; length < bundle.length; length++)
    expect(() => splitEntries(bundle.slice(0, length))).toThrow('truncated');
  expect(() => joinEntries([new Uint8Array(0)])).toThrow(RangeError);
  expect(() => joinEntries([new Uint8Array(65_536)])).toThrow(RangeError);
  expect(() => splitHashes(new Uint8Array(33))).toThrow('32-byte');
});
