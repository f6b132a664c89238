/** Keys of a log over time: the log itself names each key and the one that it replaces. */
import { isIncluded, leafHash } from '../../log/merkle-tree.ts';
import { isEndorsed } from '../../log/key-change.ts';
import { type OpenedCheckpoint, openCheckpoint } from '../../log/checkpoint.ts';
import { type EntryOf, parseEntry } from '../../log/log-entry.ts';
import { parseVerifierKey, type VerifierKey } from '../../log/signed-note.ts';
import type { Policy } from '../../witness/policy.ts';
import { decodeHashes, type LogEvidence } from '../evidence.ts';

export interface LogKeys {
  /** Keys of the policy, and those that replaced them: they sign any tree. */
  current: readonly VerifierKey[];
  /** Keys replaced before: they sign only trees that do not hold their replacement yet. */
  former: readonly { key: VerifierKey; maxSize: number }[];
  /** Of both, those that only replacements without the signatures of both keys lead to. */
  unendorsed: ReadonlySet<VerifierKey>;
}

interface Replacement {
  index: number;
  text: string;
  path: readonly string[];
  before: VerifierKey;
  after: VerifierKey;
  isEndorsed: boolean;
}

/**
 * Replacements count even before their entries are proved, because the newest tree, which the replacement signs, has to
 * contain them. Former keys count only with proved entries. Endorsed replacements are followed first, so that a key
 * which both kinds lead to is an endorsed one.
 */
export function findLogKeys(policy: Policy, evidence: LogEvidence | null): LogKeys {
  const replacements = readReplacements(evidence);
  const endorsed = replacements.filter(({ isEndorsed: both }) => both);
  const unendorsed = new Set<VerifierKey>();
  const current = policy.logs.map(({ key }) => key);
  const follow = (those: readonly Replacement[]) => {
    for (const { before, after } of those)
      if (before.name === after.name && includes(current, before) && !includes(current, after))
        current.push(after);
  };
  follow(endorsed);
  const trusted = current.length;
  follow(replacements);
  for (const key of current.slice(trusted)) unendorsed.add(key);
  const newest = evidence && openCheckpoint(evidence.checkpoint, current);
  if (!newest) return { current, former: [], unendorsed };
  const former: { key: VerifierKey; maxSize: number }[] = [];
  const followBack = (those: readonly Replacement[], from: readonly VerifierKey[]) => {
    for (const { index, text, path, before, after } of those.toReversed()) {
      const known = [...from, ...former.map(({ key }) => key)];
      if (!includes(known, after) || includes([...known, ...current], before)) continue;
      const proof = decodeHashes(path);
      const leaf = leafHash(new TextEncoder().encode(text));
      if (proof && isIncluded(leaf, { index, ...newest.checkpoint }, proof))
        former.push({ key: before, maxSize: index });
    }
  };
  followBack(endorsed, current.slice(0, trusted));
  const proved = former.length;
  followBack(replacements, current);
  for (const { key } of former.slice(proved)) unendorsed.add(key);
  return { current, former, unendorsed };
}

function readReplacements(evidence: LogEvidence | null): Replacement[] {
  const notes = evidence?.keyChanges ?? [];
  return (evidence?.entries ?? []).flatMap(({ index, entry: text, path }) => {
    const entry = parseEntry(text);
    const { before, after } = entry?.kind === 'key' ? readKeys(entry) : { before: null, after: null };
    if (!before || !after) return [];
    return [{ index, text, path, before, after, isEndorsed: isEndorsed(notes, { before, after }) }];
  });
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

/** Whether only replacements without the signatures of both keys lead to this key. */
export function isUnendorsed({ unendorsed }: LogKeys, { name, id }: VerifierKey): boolean {
  return [...unendorsed].some((key) => key.name === name && key.id === id);
}

function includes(keys: readonly VerifierKey[], { name, id }: VerifierKey): boolean {
  return keys.some((key) => key.name === name && key.id === id);
}
