/**
 * The replacement of a log's key, as a signed note: the former key signs that the new one takes its place, and the new
 * one signs the same. The database without the private keys is not enough to forge one.
 *
 *     mare-da-sorte/troca-de-chave/1
 *     antiga rifas.example/log+1f2e3d4c+…
 *     nova rifas.example/log+5a6b7c8d+…
 *
 * A lost key cannot sign: then a line `perdida` gives the public reason, and only the new key signs.
 */
import { decodeEntry, type LogEntry } from './log-entry.ts';
import {
  formatNote,
  formatSignatureLine,
  formatVerifierKey,
  type NoteSigner,
  openNote,
  parseNote,
  parseSignatureLine,
  parseVerifierKey,
  signNote,
  type VerifierKey,
} from './signed-note.ts';

const FORMAT = 'mare-da-sorte/troca-de-chave/1';

export interface KeyChange {
  before: VerifierKey;
  after: VerifierKey;
  /** Public, one line as `toEntryText` gives it; null unless the former key is lost. */
  lossReason: string | null;
}

export interface OpenedKeyChange extends KeyChange {
  /** Whether the former key signed it too. The new one always did. */
  isEndorsed: boolean;
}

/** The note, signed by each signer. */
export function signKeyChange(change: KeyChange, signers: readonly NoteSigner[]): string {
  const text = formatKeyChange(change);
  return formatNote({ text, signatures: signers.map((signer) => signNote(text, signer)) });
}

function formatKeyChange({ before, after, lossReason }: KeyChange): string {
  const lostLine = lossReason === null ? '' : `perdida ${lossReason}\n`;
  return `${FORMAT}\nantiga ${formatVerifierKey(before)}\nnova ${formatVerifierKey(after)}\n${lostLine}`;
}

/** @returns null unless the note is a replacement that the new key signed, and the former one or none */
export function openKeyChange(note: string): OpenedKeyChange | null {
  const text = parseNote(note)?.text ?? '';
  const [, old = '', next = '', lossReason] =
    /^\S+\nantiga (\S+)\nnova (\S+)\n(?:perdida (.+)\n)?$/.exec(text) ?? [];
  const [before, after] = [parseVerifierKey(old), parseVerifierKey(next)];
  if (!before || !after) return null;
  const change = { before, after, lossReason: lossReason ?? null };
  if (formatKeyChange(change) !== text) return null;
  const signedBy = openNote(note, [before, after])?.signedBy ?? [];
  if (!signedBy.includes(after)) return null;
  return { ...change, isEndorsed: signedBy.includes(before) && change.lossReason === null };
}

/** The note as an entry of the log. @returns null unless `openKeyChange` reads it */
export function keyChangeEntry(note: string, at: string): Extract<LogEntry, { kind: 'keyChange' }> | null {
  const change = openKeyChange(note);
  if (!change) return null;
  return {
    kind: 'keyChange',
    at,
    before: formatVerifierKey(change.before),
    after: formatVerifierKey(change.after),
    lossReason: change.lossReason,
    signatures: parseNote(note)!.signatures.map((signature) => formatSignatureLine(signature).trimEnd()),
  };
}

/** The note that an entry of the log holds. @returns null when the entry holds none */
export function noteOfEntry(entry: Extract<LogEntry, { kind: 'keyChange' }>): string | null {
  const [before, after] = [parseVerifierKey(entry.before), parseVerifierKey(entry.after)];
  const signatures = entry.signatures.map(parseSignatureLine);
  if (!before || !after || !signatures.every((each) => each !== null)) return null;
  return formatNote({ text: formatKeyChange({ before, after, lossReason: entry.lossReason }), signatures });
}

/** The note in the bytes of an entry. @returns null when the entry is of another kind or holds none */
export function readKeyChange(bytes: Uint8Array): string | null {
  const entry = decodeEntry(bytes);
  return entry?.kind === 'keyChange' ? noteOfEntry(entry) : null;
}

/** Whether one of the notes replaces this key with that one and has the signatures of both. */
export function isEndorsed(
  notes: readonly string[],
  { before, after }: Pick<KeyChange, 'before' | 'after'>,
): boolean {
  const [old, next] = [before, after].map(formatVerifierKey);
  return notes
    .map(openKeyChange)
    .some(
      (change) =>
        change?.isEndorsed === true &&
        formatVerifierKey(change.before) === old &&
        formatVerifierKey(change.after) === next,
    );
}

/** The keys, with those that replaced them with the signatures of both. The log keeps its name. */
export function followNotes(keys: readonly VerifierKey[], notes: readonly string[]): VerifierKey[] {
  const known = new Map(keys.map((key) => [formatVerifierKey(key), key]));
  for (const change of notes.map(openKeyChange)) {
    if (!change?.isEndorsed || change.before.name !== change.after.name) continue;
    if (known.has(formatVerifierKey(change.before))) known.set(formatVerifierKey(change.after), change.after);
  }
  return [...known.values()];
}

/** Notes of a text that joins them. */
export function splitKeyChanges(text: string): string[] {
  return text
    .split(`${FORMAT}\n`)
    .slice(1)
    .map((rest) => `${FORMAT}\n${rest}`);
}
