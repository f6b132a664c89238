import type { Checkpoint } from '../../log/checkpoint.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import type { Repetition } from './repeated-entries.ts';

/** What the copy of a whole log holds about one rifa. */
export interface CopiedLog {
  /** Signed note of the copy's checkpoint, whose root the copied entries give. */
  note: string;
  checkpoint: Checkpoint;
  /** Root of the copy's first entries, as many as asked for; null when the copy has fewer. */
  prefixRoot: Uint8Array | null;
  /** About the rifa, and about any extraction. */
  entries: { index: number; entry: LogEntry }[];
  /** Of the rifa. */
  repetitions: Repetition[];
  /** Notes of the replacements of keys. */
  keyChanges: string[];
}
