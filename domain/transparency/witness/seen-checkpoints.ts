/**
 * Checkpoints of the public log that this device has seen. A log that shows different trees to different people, or
 * rewrites its past, cannot prove that the next checkpoint contains them.
 */
import { fromBase64 } from '../base64.ts';
import { openCheckpoint } from '../log/checkpoint.ts';
import { isConsistent } from '../log/merkle-tree.ts';
import { followNotes } from '../log/key-change.ts';
import { formatVerifierKey, parseVerifierKey } from '../log/signed-note.ts';

/** Checkpoints kept of one log: the first, and the newest ones. */
export const MAX_SEEN = 12;
const MAX_LOGS = 4;

export interface SeenLog {
  origin: string;
  /** Keys that signed it, in the order in which they were seen. */
  keys: string[];
  /** Signed notes, oldest first. */
  notes: string[];
  /** Kept forever once found. */
  fork: Fork | null;
  /** ISO time at which a key signed that the seen ones did not endorse. Kept forever. */
  keyBrokenAt?: string;
}

/**
 * Evidence that can be checked without the shop: two signed trees of one log, and the proof that fails to join them.
 */
export interface Fork {
  format: 'mare-da-sorte/bifurcacao/1';
  keys: string[];
  /** Shown to this device before. */
  seen: string;
  /** Shown now. */
  shown: string;
  /** Consistency proof to it; null when it is smaller than an earlier checkpoint. */
  proof: string[] | null;
  foundAt: string;
}

/** The shop's response to a device that has seen a tree of a certain size. */
export interface Growth {
  checkpoint: string | null;
  proof: readonly string[] | null;
  verifierKey: string | null;
  /** Notes of the replacements of keys. */
  keyChanges?: readonly string[];
}

export type GrowthState =
  /** Nothing is signed. */
  | 'UNSIGNED'
  /** Not signed by the key that came with the checkpoint. */
  | 'INVALID'
  | 'FIRST'
  /** A log other than the one this device has seen. */
  | 'NEW_LOG'
  | 'SAME'
  | 'GREW'
  /** Smaller than before: an old copy, or a rollback. Ask again before `confirmRollback`. */
  | 'SMALLER'
  | 'FORK';

export interface Compared {
  state: GrowthState;
  /** The checkpoints to store. */
  logs: SeenLog[];
  /** Entries in the tree that is shown now, and in the last one seen; null where there is none. */
  size: number | null;
  before: number | null;
}

/** @param logs the checkpoints that the device has stored, the log it saw last first */
export function compareGrowth(logs: readonly SeenLog[], answer: Growth, now: Date): Compared {
  const unchanged = { logs: [...logs], size: null, before: null };
  if (answer.checkpoint === null || answer.verifierKey === null) return { ...unchanged, state: 'UNSIGNED' };
  const shown = open(answer.checkpoint, [answer.verifierKey]);
  if (!shown) return { ...unchanged, state: 'INVALID' };
  const { origin, size } = shown;
  const known = logs.find((log) => log.origin === origin);
  const last = known && open(known.notes.at(-1)!, known.keys);
  if (!known || !last) {
    const first = { origin, keys: [answer.verifierKey], notes: [answer.checkpoint], fork: null };
    const state = logs.length === 0 ? 'FIRST' : 'NEW_LOG';
    return { state, logs: [first, ...logs].slice(0, MAX_LOGS), size, before: null };
  }
  const others = logs.filter((log) => log !== known);
  const result = { size, before: last.size };
  if (known.fork) return { ...result, state: 'FORK', logs: [known, ...others] };
  if (size < last.size) return { ...result, state: 'SMALLER', logs: [known, ...others] };
  const proof = (answer.proof ?? []).map(fromBase64);
  const isGrown =
    answer.proof !== null && proof.every((hash) => hash !== null) && isConsistent(last, shown, proof);
  if (!isGrown) return { ...result, state: 'FORK', logs: [withFork(known, answer, now), ...others] };
  const state = size === last.size ? 'SAME' : 'GREW';
  return {
    ...result,
    state,
    logs: [
      {
        ...remember(known, answer.checkpoint, answer.verifierKey, state),
        ...(!isSuccessor(known.keys, answer) && { keyBrokenAt: now.toISOString() }),
      },
      ...others,
    ],
  };
}

/** The log stays smaller than before: entries were removed. */
export function confirmRollback(logs: readonly SeenLog[], answer: Growth, now: Date): SeenLog[] {
  const [log, ...others] = logs;
  return log ? [withFork(log, answer, now), ...others] : [];
}

function withFork(log: SeenLog, { checkpoint, proof, verifierKey }: Growth, now: Date): SeenLog {
  const keys = [...new Set([...log.keys, ...(verifierKey === null ? [] : [verifierKey])])];
  return {
    ...log,
    fork: {
      format: 'mare-da-sorte/bifurcacao/1',
      keys,
      seen: log.notes.at(-1)!,
      shown: checkpoint ?? '',
      proof: proof && [...proof],
      foundAt: now.toISOString(),
    },
  };
}

function remember(log: SeenLog, note: string, key: string, state: 'SAME' | 'GREW'): SeenLog {
  const keys = [...new Set([...log.keys, key])];
  // The newer note of the same tree may carry more witnesses.
  const notes = [...(state === 'SAME' ? log.notes.slice(0, -1) : log.notes), note];
  const bounded = notes.length > MAX_SEEN ? [notes[0]!, ...notes.slice(notes.length - MAX_SEEN + 1)] : notes;
  return { ...log, keys, notes: bounded };
}

/** Whether the key is one of those, or endorsed replacements lead from them to it. */
function isSuccessor(keys: readonly string[], { verifierKey, keyChanges = [] }: Growth): boolean {
  const known = keys.map(parseVerifierKey).filter((key) => key !== null);
  return followNotes(known, keyChanges)
    .map(formatVerifierKey)
    .includes(verifierKey ?? '');
}

function open(note: string, keys: readonly string[]) {
  const known = keys.map(parseVerifierKey).filter((key) => key !== null);
  return openCheckpoint(note, known)?.checkpoint ?? null;
}

/** @returns the stored checkpoints, without malformed ones */
export function parseSeenLogs(stored: string | null): SeenLog[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isSeenLog) : [];
  } catch {
    return [];
  }
}

function isSeenLog(value: unknown): value is SeenLog {
  const { origin, keys, notes, fork } = (value ?? {}) as Partial<Record<keyof SeenLog, unknown>>;
  const areTexts = (each: unknown) =>
    Array.isArray(each) && each.length > 0 && each.every((one) => typeof one === 'string');
  return typeof origin === 'string' && areTexts(keys) && areTexts(notes) && typeof fork === 'object';
}
