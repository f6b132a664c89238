/**
 * Evidence from the public log about one draw, as part of the draw's proof file: the draw's entries with inclusion proofs
 * for the newest checkpoint, and earlier checkpoints with consistency proofs to it.
 */
import { fromBase64 } from '../base64.ts';
import type { EntryKind, LogEntry } from '../log/log-entry.ts';

/**
 * Kinds of entries about a rifa's draw and its announced terms, all of which a proof holds. Leaves out receipts; of the
 * counts only the last one before the freeze is compared.
 */
export const RIFA_KINDS = [
  'published',
  'amended',
  'hidden',
  'placed',
  'revealed',
  'frozen',
  'sealed',
  'clause',
  'winners',
  'orderOpened',
  'cancelled',
] as const satisfies EntryKind[];
/** Kinds without a rifa, found by their extraction. */
export const EXTRACTION_KINDS = ['result', 'correction'] as const satisfies EntryKind[];

/** @param draw the rifa, and the extractions that decided it */
export function isEntryOfDraw(
  entry: LogEntry,
  { rifaId, extractions }: { rifaId: string; extractions: readonly number[] },
): boolean {
  if (entry.kind === 'result' || entry.kind === 'correction') return extractions.includes(entry.extraction);
  const isCompared = (RIFA_KINDS as readonly EntryKind[]).includes(entry.kind);
  return isCompared && 'rifaId' in entry && entry.rifaId === rifaId;
}

/** Orders of a draw whose exits a proof holds at most. */
export const MAX_EXITS = 2_000;

export interface LogEvidence {
  /** The shop's trust policy (policy.ts). */
  policy: string;
  /** Signed note of the newest checkpoint. */
  checkpoint: string;
  /** Canonical texts (log-entry.ts) with index and inclusion proof, hashes in base64. */
  entries: { index: number; entry: string; path: string[] }[];
  earlier: EarlierTree[];
  /** RFC 3161 time-stamp tokens of the newest checkpoint, in base64. */
  timestamps?: string[];
  /** PEM of the roots that the shop names for time stamps. */
  authorities?: string;
  /** Notes of the replacements of keys (key-change.ts). */
  keyChanges?: string[];
}

export interface EarlierTree {
  size: number;
  /** Consistency proof from this size to the newest checkpoint, hashes in base64. */
  consistency: string[];
  /** Signed note; absent when a receipt holds the checkpoint of this size. */
  checkpoint?: string | null;
  /** RFC 3161 time-stamp tokens of the note's text, in base64. */
  timestamps?: string[];
}

/** Returned instead of evidence while the log has not signed the latest entries about the draw. */
export interface Unsigned {
  /** ISO time of the oldest entry without a signature, by the shop's clock. */
  unsignedSince: string;
}

/** @returns null unless the value marks unsigned evidence */
export function readUnsignedSince(value: unknown): Date | null {
  const { unsignedSince } = fieldsOf(value);
  if (typeof unsignedSince !== 'string') return null;
  const since = new Date(unsignedSince);
  return Number.isNaN(since.getTime()) ? null : since;
}

/** @returns null unless the value has the shape of evidence. Proves nothing about its content */
export function readEvidence(value: unknown): LogEvidence | null {
  const {
    policy,
    checkpoint,
    entries,
    earlier,
    timestamps = [],
    authorities = '',
    keyChanges = [],
  } = fieldsOf(value);
  if (typeof policy !== 'string' || typeof checkpoint !== 'string') return null;
  if (!Array.isArray(entries) || !Array.isArray(earlier)) return null;
  if (!isTexts(timestamps) || !isTexts(keyChanges) || typeof authorities !== 'string') return null;
  return entries.every(isEntry) && earlier.every(isEarlier)
    ? { policy, checkpoint, entries, earlier, timestamps, authorities, keyChanges }
    : null;
}

/** @returns null when any of the texts is not a hash in base64 */
export function decodeHashes(texts: readonly string[]): Uint8Array[] | null {
  const hashes = texts.map(fromBase64);
  return hashes.every((hash) => hash?.length === 32) ? (hashes as Uint8Array[]) : null;
}

function isEntry(value: unknown): value is LogEvidence['entries'][number] {
  const { index, entry, path } = fieldsOf(value);
  return isCount(index) && typeof entry === 'string' && isTexts(path);
}

function isEarlier(value: unknown): value is EarlierTree {
  const { size, consistency, checkpoint, timestamps } = fieldsOf(value);
  return (
    isCount(size) &&
    isTexts(consistency) &&
    (checkpoint === undefined || checkpoint === null || typeof checkpoint === 'string') &&
    (timestamps === undefined || isTexts(timestamps))
  );
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
