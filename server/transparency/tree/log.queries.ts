import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { HASH_BYTES, type ReadHashes } from '@mare/domain/transparency/log/merkle-tree.ts';
import { hashesFromTiles, type Tile, TILE_HASHES } from '@mare/domain/transparency/log/tiles.ts';

/** Lock: one process integrates or signs at a time. */
export function lockTree(trx: Transaction<DB>) {
  return trx
    .selectFrom('logTree')
    .select(['size', 'root', 'verifierKey', 'forkFoundAt'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** First `width` hashes of a tile; null when it has fewer. */
export async function readTile(db: Kysely<DB>, { level, index, width }: Tile): Promise<Buffer | null> {
  const tile = await db
    .selectFrom('logTiles')
    .select('hashes')
    .where('level', '=', level)
    .where('tileIndex', '=', index)
    .executeTakeFirst();
  const length = width * HASH_BYTES;
  return tile && tile.hashes.length >= length ? tile.hashes.subarray(0, length) : null;
}

/** Hashes of the tree of this size. @throws when a tile is missing */
export function readHashes(db: Kysely<DB>, size: number): ReadHashes {
  return hashesFromTiles(size, async (tile) => {
    const hashes = await readTile(db, tile);
    if (!hashes)
      throw new Error(`tile ${tile.level}/${tile.index} of the log is not ${tile.width} hashes wide`);
    return hashes;
  });
}

/** Entries of a bundle, in order. */
export async function readEntries(db: Kysely<DB>, index: number, width: number): Promise<Buffer[]> {
  const first = index * TILE_HASHES;
  const entries = await db
    .selectFrom('logEntries')
    .select('body')
    .where('leafIndex', '>=', first)
    .where('leafIndex', '<', first + width)
    .orderBy('leafIndex')
    .execute();
  return entries.map(({ body }) => body);
}
