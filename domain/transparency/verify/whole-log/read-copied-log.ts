/** Reads the whole copy of a log that a mirror keeps (witness/mirror.ts). */
import { readSeal } from '../../../draws/sealing/draw-seal.ts';
import type { DrawRecord } from '../../../draws/verifying/verify-draw.ts';
import { appendLeaves, partialTiles, type StoredTile } from '../../log/append-leaves.ts';
import { type Checkpoint, parseCheckpoint } from '../../log/checkpoint.ts';
import { noteOfEntry } from '../../log/key-change.ts';
import { decodeEntryOf, type EntryKind } from '../../log/log-entry.ts';
import { emptyRoot, equalBytes, leafHash } from '../../log/merkle-tree.ts';
import { parseNote } from '../../log/signed-note.ts';
import { copiedBundles } from '../../witness/copied-bundles.ts';
import type { MirrorStore } from '../../witness/mirror.ts';
import { EXTRACTION_KINDS, readEvidence, RIFA_KINDS } from '../evidence.ts';
import { FileFault } from '../files/read-files.ts';
import type { CopiedLog } from './copied-log.ts';
import { addEntry, type SeenEntries } from './repeated-entries.ts';

const KINDS: ReadonlySet<EntryKind> = new Set<EntryKind>([
  ...RIFA_KINDS,
  ...EXTRACTION_KINDS,
  'count',
  'keyChange',
]);

/**
 * Reads what the copy holds about the rifa of a proof.
 * @returns null when the proof names no rifa or no checkpoint
 * @throws FileFault when the copy is damaged: entries are missing, or do not give the root of its checkpoint
 */
export async function readCopiedLog(
  store: Pick<MirrorStore, 'readCheckpoint' | 'readTile'>,
  record: (DrawRecord & { log?: unknown }) | null,
): Promise<CopiedLog | null> {
  const rifaId = readSeal(record?.seal.text ?? '')?.rifaId;
  const proved = readCheckpoint(readEvidence(record?.log)?.checkpoint ?? null);
  if (rifaId === undefined || !proved) return null;
  const copied = await readWhole(store, { rifaId, prefixSize: proved.size });
  if (!copied) throw new FileFault('MIRROR_MALFORMED', 'the entries do not give the root of the checkpoint');
  return copied;
}

function readCheckpoint(note: string | null): Checkpoint | null {
  return note === null ? null : parseCheckpoint(parseNote(note)?.text ?? '');
}

/** @param prefixSize entries whose root to compute */
async function readWhole(
  store: Pick<MirrorStore, 'readCheckpoint' | 'readTile'>,
  { rifaId, prefixSize }: { rifaId: string; prefixSize: number },
): Promise<CopiedLog | null> {
  const note = store.readCheckpoint();
  const checkpoint = readCheckpoint(note);
  if (note === null || !checkpoint) return null;
  const copied: CopiedLog = {
    note,
    checkpoint,
    prefixRoot: prefixSize === 0 ? emptyRoot() : null,
    entries: [],
    repetitions: [],
    keyChanges: [],
  };
  const seen: SeenEntries = new Map();
  const tree = new GrowingTree();
  for (const { first, entries } of copiedBundles(store, { from: 0, until: checkpoint.size })) {
    if (!entries) return null;
    const cut = Math.max(0, prefixSize - first);
    for (const part of [entries.slice(0, cut), entries.slice(cut)]) {
      await tree.append(part);
      if (tree.size === prefixSize) copied.prefixRoot = tree.root;
    }
    for (const [at, bytes] of entries.entries()) {
      const entry = decodeEntryOf(bytes, KINDS);
      const change = entry?.kind === 'keyChange' ? noteOfEntry(entry) : null;
      if (change !== null) copied.keyChanges.push(change);
      if (!entry || ('rifaId' in entry && entry.rifaId !== rifaId)) continue;
      const found = { index: first + at, entry };
      copied.entries.push(found);
      const repetition = addEntry(seen, found);
      if (repetition) copied.repetitions.push(repetition);
    }
  }
  return equalBytes(tree.root, checkpoint.root) ? copied : null;
}

/** Keeps only the tiles at the edge of the tree. */
class GrowingTree {
  size = 0;
  root = emptyRoot();
  private readonly edge = new Map<number, StoredTile>();

  async append(entries: readonly Uint8Array[]): Promise<void> {
    if (entries.length === 0) return;
    const partial = partialTiles(this.size).map(({ level }) => this.edge.get(level)!);
    const grown = await appendLeaves(
      this.size,
      partial,
      entries.map((entry) => leafHash(entry)),
    );
    for (const tile of grown.tiles) this.edge.set(tile.level, tile);
    this.size = grown.size;
    this.root = grown.root;
  }
}
