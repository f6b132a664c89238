/** Looks in what a mirror has copied for entries that an honest shop never logs twice, and keeps them as evidence. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeEntryOf } from '@mare/domain/transparency/log/log-entry.ts';
import {
  addEntry,
  COMPARED_KINDS,
  type Repetition,
  type SeenEntries,
} from '@mare/domain/transparency/verify/whole-log/repeated-entries.ts';
import { copiedBundles } from '@mare/domain/transparency/witness/copied-bundles.ts';
import type { MirrorStore } from '@mare/domain/transparency/witness/mirror.ts';
import { writeDurably } from './program-folder.ts';

/** What was seen of each rifa. Computed again from the copied entries when it is missing. */
const STATE_FILE = 'vistos.json';
const FORMAT = 1;

interface State {
  /** Entries of the log that were compared. */
  size: number;
  seen: SeenEntries;
}

export class RepetitionFinder {
  private readonly folder: string;
  private readonly store: MirrorStore;
  private state: State;

  constructor(folder: string, store: MirrorStore) {
    this.folder = folder;
    this.store = store;
    this.state = readState(join(folder, STATE_FILE)) ?? { size: 0, seen: new Map() };
  }

  /**
   * Compares the entries that were copied since the last call, and keeps what it finds in `divergencias`.
   * @param until entries that the copy has
   */
  compareNew(until: number, onFound: (found: Repetition) => void): void {
    if (until === this.state.size) return;
    // The state is of another copy.
    if (until < this.state.size) this.state = { size: 0, seen: new Map() };
    for (const { first, entries } of copiedBundles(this.store, { from: this.state.size, until })) {
      if (!entries) throw new Error(`the copy has no entries from ${first} on`);
      for (const [at, bytes] of entries.entries()) {
        const entry = decodeEntryOf(bytes, COMPARED_KINDS);
        const found = entry && addEntry(this.state.seen, { index: first + at, entry });
        if (!found) continue;
        this.keep(found);
        onFound(found);
      }
      this.state.size = first + entries.length;
    }
    // After the evidence: after a crash the same is found again.
    const content = { format: FORMAT, size: this.state.size, rifas: [...this.state.seen] };
    writeDurably(join(this.folder, STATE_FILE), JSON.stringify(content));
  }

  /** Both entries and the checkpoint that signs them. */
  private keep({ sentence, indexes }: Repetition): void {
    const entries = indexes.map((index) => {
      const [bundle] = copiedBundles(this.store, { from: index, until: index + 1 });
      return `posição ${index}\n${new TextDecoder().decode(bundle!.entries![0])}`;
    });
    const name = createHash('sha256').update(sentence).digest('hex').slice(0, 16);
    const content = [sentence, ...entries, this.store.readCheckpoint()].join('\n\n');
    writeDurably(join(this.folder, 'divergencias', `${name}.txt`), content);
  }
}

function readState(file: string): State | null {
  if (!existsSync(file)) return null;
  try {
    const { format, size, rifas } = JSON.parse(readFileSync(file, 'utf8'));
    return format === FORMAT ? { size, seen: new Map(rifas) } : null;
  } catch {
    return null;
  }
}
