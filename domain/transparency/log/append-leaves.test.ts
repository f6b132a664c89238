import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merkleRoot } from '../../draws/sealing/merkle-tree.ts';
import { toHex } from '../../hex.ts';
import { appendLeaves, partialTiles, type StoredTile } from './append-leaves.ts';
import { leafHash } from './merkle-tree.ts';
import { tilePath, tilesOfTree } from './tiles.ts';

const leaves = Array.from({ length: 70_000 }, (_, index) => leafHash(new TextEncoder().encode(`${index}`)));

/** A store of tiles that appends in batches of these sizes. */
async function appendInBatches(batches: readonly number[]) {
  const stored = new Map<string, StoredTile>();
  let tree = { size: 0, root: merkleRoot([]) };
  for (const count of batches) {
    const partial = partialTiles(tree.size).map(({ level, index }) => stored.get(`${level}/${index}`)!);
    const grown = await appendLeaves(tree.size, partial, leaves.slice(tree.size, tree.size + count));
    for (const tile of grown.tiles) stored.set(`${tile.level}/${tile.index}`, tile);
    tree = grown;
  }
  return { tree, stored: [...stored.values()] };
}

const describeTiles = (tiles: readonly StoredTile[]) =>
  tiles
    .map(
      ({ level, index, hashes }) =>
        `${tilePath({ level, index, width: hashes.length / 32 })} ${toHex(hashes)}`,
    )
    .sort();

test('gives the same root and tiles for any batch sizes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 8 }), async (batches) => {
      const { tree, stored } = await appendInBatches(batches);
      const total = batches.reduce((sum, count) => sum + count, 0);
      expect(tree.size).toBe(total);
      expect(toHex(tree.root)).toBe(toHex(merkleRoot(leaves.slice(0, total))));
      expect(describeTiles(stored)).toEqual(describeTiles((await appendInBatches([total])).stored));
      expect(describeTiles(stored).map((name) => name.split(' ')[0])).toEqual(
        tilesOfTree(total).map(tilePath).sort(),
      );
    }),
    { numRuns: 25 },
  );
});

test('fills tiles of three levels', async () => {
  const { tree, stored } = await appendInBatches([65_535, 1, 1, 4_463]);
  expect(toHex(tree.root)).toBe(toHex(merkleRoot(leaves)));
  expect(describeTiles(stored).map((name) => name.split(' ')[0])).toEqual(
    tilesOfTree(70_000).map(tilePath).sort(),
  );
});

test('rejects partial tiles that are missing or have another width', async () => {
  await expect(appendLeaves(3, [], leaves.slice(3, 5))).rejects.toThrow('level 0');
  const tooNarrow = { level: 0, index: 0, hashes: new Uint8Array(64) };
  await expect(appendLeaves(3, [tooNarrow], leaves.slice(3, 5))).rejects.toThrow('not 3 hashes wide');
});
