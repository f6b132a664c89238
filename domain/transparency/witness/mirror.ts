/**
 * Copies a public log, entry by entry, and accepts a checkpoint only if the copied entries give its root: entries
 * that were copied can be neither changed nor withdrawn unnoticed.
 */
import { appendLeaves, partialTiles, type StoredTile } from '../log/append-leaves.ts';
import { type Checkpoint, openCheckpoint, parseCheckpoint } from '../log/checkpoint.ts';
import { equalBytes, emptyRoot, HASH_BYTES, leafHash } from '../log/merkle-tree.ts';
import { parseNote, type VerifierKey } from '../log/signed-note.ts';
import {
  joinEntries,
  splitEntries,
  TILE_HASHES,
  type TileName,
  tilePath,
  widthInTree,
} from '../log/tiles.ts';

/** Stores the widest version of each tile. Tiles are append-only, so a narrower version is a prefix. */
export interface MirrorStore {
  /** Note of the latest accepted checkpoint; null before the first. */
  readCheckpoint(): string | null;
  writeCheckpoint(note: string): void;
  /** Null for a tile that was never written. */
  readTile(tile: Pick<TileName, 'level' | 'index'>): Uint8Array | null;
  writeTile(tile: Pick<TileName, 'level' | 'index'>, bytes: Uint8Array): void;
}

export type SyncResult =
  | { ok: true; size: number; added: number }
  /**
   * `UNSIGNED`: not by the log's key. `OTHER_LOG`: the copy is of another log, or damaged. `SHRUNK`: smaller than what was copied. `OTHER_ENTRIES`: the entries do not give
   * the root.
   */
  | { ok: false; code: 'UNSIGNED' | 'OTHER_LOG' | 'SHRUNK' | 'OTHER_ENTRIES'; note: string };

/**
 * @param read a resource below the log's URL, e.g. 'checkpoint'; rejects when it cannot be read
 * @throws what `read` throws; the copy is as it was
 */
export async function syncMirror(
  key: VerifierKey,
  store: MirrorStore,
  read: (path: string) => Promise<Uint8Array>,
): Promise<SyncResult> {
  const note = new TextDecoder().decode(await read('checkpoint'));
  const signed = openCheckpoint(note, [key])?.checkpoint;
  if (!signed) return { ok: false, code: 'UNSIGNED', note };
  const copied = latestCheckpoint(key, store);
  if (!copied) return { ok: false, code: 'OTHER_LOG', note };
  if (signed.size < copied.size) return { ok: false, code: 'SHRUNK', note };
  const root = await copyEntries(store, copied, signed.size, read);
  if (!root || !equalBytes(root, signed.root)) return { ok: false, code: 'OTHER_ENTRIES', note };
  store.writeCheckpoint(note);
  return { ok: true, size: signed.size, added: signed.size - copied.size };
}

/** The bytes of a tile of the accepted tree; null beyond it. */
export function readMirrored(key: VerifierKey, store: MirrorStore, tile: TileName): Uint8Array | null {
  const size = latestCheckpoint(key, store)?.size ?? 0;
  const bytes = tile.width <= widthInTree(tile.level, tile.index, size) ? store.readTile(tile) : null;
  if (!bytes) return null;
  if (tile.level !== 'entries') return bytes.subarray(0, tile.width * HASH_BYTES);
  return joinEntries(splitEntries(bytes).slice(0, tile.width));
}

/**
 * The checkpoint that this mirror accepted, under an earlier key of the log too: a new key must not discard the copy.
 * @returns null when it is of another log or damaged
 */
function latestCheckpoint(
  { name }: VerifierKey,
  store: MirrorStore,
): Pick<Checkpoint, 'size' | 'root'> | null {
  const note = store.readCheckpoint();
  if (note === null) return { size: 0, root: emptyRoot() };
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  return checkpoint?.origin === name ? checkpoint : null;
}

/** Appends new entries, a bundle at a time. @returns the root of the copy; null when a bundle has too few entries */
async function copyEntries(
  store: MirrorStore,
  copied: Pick<Checkpoint, 'size' | 'root'>,
  until: number,
  read: (path: string) => Promise<Uint8Array>,
): Promise<Uint8Array | null> {
  let { size, root } = copied;
  while (size < until) {
    const index = Math.floor(size / TILE_HASHES);
    const bundle = { level: 'entries' as const, index, width: widthInTree('entries', index, until) };
    const entries = splitEntries(await read(tilePath(bundle)));
    if (entries.length !== bundle.width) return null;
    const known = size - index * TILE_HASHES;
    const added = entries.slice(known);
    const appended = await appendLeaves(
      size,
      edgeOf(store, size),
      added.map((entry) => leafHash(entry)),
    );
    for (const tile of appended.tiles) store.writeTile(tile, tile.hashes);
    // Copied entries are never replaced, even if the log now serves others.
    const kept = known === 0 ? [] : splitEntries(store.readTile(bundle)!).slice(0, known);
    store.writeTile(bundle, joinEntries([...kept, ...added]));
    ({ size, root } = appended);
  }
  return root;
}

/** Tiles at the edge of a tree of this size. An unfinished copy may have left wider ones. */
function edgeOf(store: MirrorStore, size: number): StoredTile[] {
  return partialTiles(size).map(({ level, index, width }) => ({
    level,
    index,
    hashes: store.readTile({ level, index })!.subarray(0, width * HASH_BYTES),
  }));
}
