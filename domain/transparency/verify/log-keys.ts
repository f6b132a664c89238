/** Keys of a log over time: the log itself names each key and the one that it replaces. */
import { isIncluded, leafHash } from '../log/merkle-tree.ts';
import { type OpenedCheckpoint, openCheckpoint } from '../log/checkpoint.ts';
import { type EntryOf, parseEntry } from '../log/log-entry.ts';
import { parseVerifierKey, type VerifierKey } from '../log/signed-note.ts';
import type { Policy } from '../witness/policy.ts';
import { decodeHashes, type LogEvidence } from './evidence.ts';

export interface LogKeys {
  /** Keys of the policy, and those that replaced them: they sign any tree. */
  current: readonly VerifierKey[];
  /** Keys replaced before: they sign only trees that do not hold their replacement yet. */
  former: readonly { key: VerifierKey; maxSize: number }[];
}

/**
 * Replacements count even before their entries are proved, because the newest tree, which the replacement signs, has to
 * contain them. Former keys count only with proved entries.
 */
export function findLogKeys(policy: Policy, evidence: LogEvidence | null): LogKeys {
  const entries = (evidence?.entries ?? []).flatMap(({ index, entry: text, path }) => {
    const entry = parseEntry(text);
    return entry?.kind === 'key' ? [{ index, text, path, ...readKeys(entry) }] : [];
  });
  const current = policy.logs.map(({ key }) => key);
  for (const { before, after } of entries)
    if (before && after && before.name === after.name && includes(current, before)) current.push(after);
  const newest = evidence && openCheckpoint(evidence.checkpoint, current);
  if (!newest) return { current, former: [] };
  const former: { key: VerifierKey; maxSize: number }[] = [];
  for (const { index, text, path, before, after } of entries.toReversed()) {
    const known = [...current, ...former.map(({ key }) => key)];
    if (!before || !after || !includes(known, after) || includes(known, before)) continue;
    const proof = decodeHashes(path);
    const leaf = leafHash(new TextEncoder().encode(text));
    if (proof && isIncluded(leaf, { index, ...newest.checkpoint }, proof))
      former.push({ key: before, maxSize: index });
  }
  return { current, former };
}

/** @returns null unless the note is a checkpoint signed by a key that signed the log at that size */
export function openLogCheckpoint(
  note: string | Uint8Array,
  { current, former }: LogKeys,
): OpenedCheckpoint | null {
  const opened = openCheckpoint(note, current);
  if (opened) return opened;
  for (const { key, maxSize } of former) {
    const old = openCheckpoint(note, [key]);
    if (old && old.checkpoint.size <= maxSize) return old;
  }
  return null;
}

function readKeys({ before, after }: EntryOf<'key'>) {
  return { before: before === null ? null : parseVerifierKey(before), after: parseVerifierKey(after) };
}

function includes(keys: readonly VerifierKey[], { name, id }: VerifierKey): boolean {
  return keys.some((key) => key.name === name && key.id === id);
}
