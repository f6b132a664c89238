/** Integrates waiting entries into the tree. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { appendLeaves, partialTiles, type StoredTile } from '@mare/domain/transparency/log/append-leaves.ts';
import { leafHash } from '@mare/domain/transparency/log/merkle-tree.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockTree, readTile } from './log.queries.ts';

/** Entries in one transaction. */
const BATCH = 2_048;

/**
 * Moves a batch of waiting entries into the tree: entries, tiles, size and root in one transaction, so that a crash
 * leaves neither a gap nor a duplicate. Keeps the order in which they were written.
 * @returns entries added
 */
export function integrateBatch({ db }: Pick<Platform, 'db'>, batch = BATCH): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const tree = await lockTree(trx);
    const entries = await takeQueued(trx, batch);
    if (entries.length === 0) return 0;
    const partial = await Promise.all(partialTiles(tree.size).map((tile) => readStored(trx, tile)));
    const grown = await appendLeaves(
      tree.size,
      partial,
      entries.map(({ body }) => leafHash(body)),
    );
    await insertEntries(trx, tree.size, entries);
    await saveTiles(trx, grown.tiles);
    await trx
      .updateTable('logTree')
      .set({ size: grown.size, root: Buffer.from(grown.root) })
      .execute();
    return entries.length;
  });
}

export async function hasQueued(db: Kysely<DB>): Promise<boolean> {
  const queued = await db.selectFrom('logQueue').select('id').limit(1).executeTakeFirst();
  return queued !== undefined;
}

interface QueuedEntry {
  id: number;
  kind: string;
  subjectId: string | null;
  body: Buffer;
  queuedAt: Date;
}

async function takeQueued(trx: Transaction<DB>, batch: number): Promise<QueuedEntry[]> {
  const queued = await trx
    .deleteFrom('logQueue')
    .where('id', 'in', trx.selectFrom('logQueue').select('id').orderBy('id').limit(batch))
    .returning(['id', 'kind', 'subjectId', 'body', 'queuedAt'])
    .execute();
  return queued.sort((one, other) => one.id - other.id);
}

async function readStored(
  trx: Transaction<DB>,
  tile: { level: number; index: number; width: number },
): Promise<StoredTile> {
  const hashes = await readTile(trx, tile);
  if (!hashes)
    throw new Error(`tile ${tile.level}/${tile.index} of the log is not ${tile.width} hashes wide`);
  return { level: tile.level, index: tile.index, hashes };
}

async function insertEntries(trx: Transaction<DB>, first: number, entries: QueuedEntry[]): Promise<void> {
  await sql`
    insert into log_entries (leaf_index, kind, subject_id, body, queued_at)
    select ${first}::bigint + at - 1, kind, subject_id, body, queued_at
    from unnest(${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ subjectId }) => subjectId)}::uuid[],
      ${entries.map(({ body }) => body)}::bytea[], ${entries.map(({ queuedAt }) => queuedAt)}::timestamptz[])
      with ordinality as e (kind, subject_id, body, queued_at, at)`.execute(trx);
}

async function saveTiles(trx: Transaction<DB>, tiles: readonly StoredTile[]): Promise<void> {
  await sql`
    insert into log_tiles (level, tile_index, hashes)
    select * from unnest(${tiles.map(({ level }) => level)}::smallint[], ${tiles.map(({ index }) => index)}::bigint[],
      ${tiles.map(({ hashes }) => Buffer.from(hashes))}::bytea[])
    on conflict (level, tile_index) do update set hashes = excluded.hashes`.execute(trx);
}
