/**
 * Copies a public log, entry by entry, and accepts a checkpoint only if the copied entries give its root: entries
 * that were copied can be neither changed nor withdrawn unnoticed.
 */
import { appendLeaves, partialTiles, type StoredTile } from '../log/append-leaves.ts';
import { type Checkpoint, openCheckpoint, parseCheckpoint } from '../log/checkpoint.ts';
import { equalBytes, emptyRoot, HASH_BYTES, leafHash } from '../log/merkle-tree.ts';
import { followNotes, readKeyChange } from '../log/key-change.ts';
import { formatVerifierKey, parseNote, parseVerifierKey, type VerifierKey } from '../log/signed-note.ts';
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
  /** Keys that the copied log names as endorsed replacements of the given one, in order. */
  readKeys(): readonly string[];
  writeKeys(keys: readonly string[]): void;
  /** Null for a tile that was never written. */
  readTile(tile: Pick<TileName, 'level' | 'index'>): Uint8Array | null;
  writeTile(tile: Pick<TileName, 'level' | 'index'>, bytes: Uint8Array): void;
}

export type SyncResult =
  | { ok: true; size: number; added: number }
  /**
   * `UNSIGNED`: not by the log's key, nor by one that replaced it with its signature. `OTHER_LOG`: the copy is of
   * another log, or damaged. `SHRUNK`: smaller than what was copied. `OTHER_ENTRIES`: the entries do not give the root.
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
  const keys = keysOf(key, store);
  const known = openCheckpoint(note, keys)?.checkpoint;
  const signed = known ?? claimedCheckpoint(key, note);
  if (!signed) return { ok: false, code: 'UNSIGNED', note };
  const copied = latestCheckpoint(key, store);
  if (!copied) return { ok: false, code: 'OTHER_LOG', note };
  // Of a tree that no known key signed, nothing is accepted before its entries replace the key.
  if (signed.size < copied.size) return { ok: false, code: known ? 'SHRUNK' : 'UNSIGNED', note };
  const added: Uint8Array[] = [];
  const root = await copyEntries(store, copied, {
    until: signed.size,
    read,
    onEntry: (one) => added.push(one),
  });
  const next = followKeys(keys, added);
  if (!openCheckpoint(note, next)) return { ok: false, code: 'UNSIGNED', note };
  if (!root || !equalBytes(root, signed.root)) return { ok: false, code: 'OTHER_ENTRIES', note };
  if (next.length > keys.length) store.writeKeys(next.map(formatVerifierKey));
  store.writeCheckpoint(note);
  return { ok: true, size: signed.size, added: signed.size - copied.size };
}

/** The key that the mirror was started with, and those that replaced it. */
function keysOf(key: VerifierKey, store: MirrorStore): VerifierKey[] {
  const stored = store.readKeys();
  const at = stored.indexOf(formatVerifierKey(key));
  const later = at < 0 ? [] : stored.slice(at + 1).map(parseVerifierKey);
  return [key, ...later.filter((each) => each !== null)];
}

/** A checkpoint of this log that any key signed. */
function claimedCheckpoint({ name }: VerifierKey, note: string): Checkpoint | null {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  return checkpoint?.origin === name ? checkpoint : null;
}

/** The keys, with those that entries name as their replacements with the signatures of both. */
function followKeys(keys: readonly VerifierKey[], entries: readonly Uint8Array[]): VerifierKey[] {
  return followNotes(
    keys,
    entries.map(readKeyChange).filter((note) => note !== null),
  );
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
  {
    until,
    read,
    onEntry,
  }: {
    until: number;
    read: (path: string) => Promise<Uint8Array>;
    onEntry: (entry: Uint8Array) => void;
  },
): Promise<Uint8Array | null> {
  let { size, root } = copied;
  while (size < until) {
    const index = Math.floor(size / TILE_HASHES);
    const bundle = { level: 'entries' as const, index, width: widthInTree('entries', index, until) };
    const entries = splitEntries(await read(tilePath(bundle)));
    if (entries.length !== bundle.width) return null;
    const known = size - index * TILE_HASHES;
    const added = entries.slice(known);
    for (const entry of added) if (isKeyChange(entry)) onEntry(entry);
    const appended = await appendLeaves(
      size,
      edgeOf(store, size),
      added.map((entry) => leafHash(entry)),
    );
    for (const tile of appended.tiles) store.writeTile(tile, tile.hashes);
    // Copied entries are never replaced, even if the log now serves others.
    const storedEntries = known === 0 ? [] : splitEntries(store.readTile(bundle)!).slice(0, known);
    store.writeTile(bundle, joinEntries([...storedEntries, ...added]));
    ({ size, root } = appended);
  }
  return root;
}

const KEY_CHANGE = /^[^\n]+\ntipo troca-de-chave\n/;
const isKeyChange = (entry: Uint8Array) => KEY_CHANGE.test(new TextDecoder().decode(entry.subarray(0, 80)));

/** Tiles at the edge of a tree of this size. An unfinished copy may have left wider ones. */
function edgeOf(store: MirrorStore, size: number): StoredTile[] {
  return partialTiles(size).map(({ level, index, width }) => ({
    level,
    index,
    hashes: store.readTile({ level, index })!.subarray(0, width * HASH_BYTES),
  }));
}
