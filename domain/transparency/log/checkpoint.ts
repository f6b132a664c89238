/** Checkpoints of a transparency log (c2sp.org/tlog-checkpoint): a signed note that states the size and root of a tree. */
import { fromBase64, toBase64 } from '../base64.ts';
import {
  formatNote,
  type NoteSigner,
  openNote,
  type SignedNote,
  signNote,
  type VerifierKey,
} from './signed-note.ts';

export interface Checkpoint {
  /** Identity of the log. */
  origin: string;
  /** Number of entries, at most 2^53 - 1. */
  size: number;
  /** 32 bytes. */
  root: Uint8Array;
  /** Opaque further lines; usually none. */
  extensions?: readonly string[];
}

/** Text of the note. @throws when the checkpoint cannot be written */
export function formatCheckpoint({ origin, size, root, extensions = [] }: Checkpoint): string {
  const text = `${[origin, size, toBase64(root), ...extensions].join('\n')}\n`;
  if (!parseCheckpoint(text)) throw new Error(`not a checkpoint: ${text}`);
  return text;
}

/** @returns null unless the text of a note is a checkpoint. Proves nothing about its signatures */
export function parseCheckpoint(text: string): Checkpoint | null {
  if (!text.endsWith('\n')) return null;
  const [origin = '', digits = '', hash = '', ...extensions] = text.slice(0, -1).split('\n');
  const root = fromBase64(hash);
  const size = parseDecimal(digits);
  if (origin === '' || size === null || root?.length !== 32 || extensions.includes('')) return null;
  return { origin, size, root, ...(extensions.length > 0 && { extensions }) };
}

/** @returns null unless the text is a decimal without leading zeroes, at most 2^53 - 1 */
export function parseDecimal(digits: string): number | null {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(digits)) return null;
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}

/**
 * The whole note, with the log's signature.
 * @throws unless the key has the name of the log
 */
export function signCheckpoint(checkpoint: Checkpoint, signer: NoteSigner): string {
  if (signer.key.name !== checkpoint.origin)
    throw new Error(`key ${signer.key.name} does not sign checkpoints of ${checkpoint.origin}`);
  const text = formatCheckpoint(checkpoint);
  return formatNote({ text, signatures: [signNote(text, signer)] });
}

export interface OpenedCheckpoint {
  checkpoint: Checkpoint;
  note: SignedNote;
  signedBy: VerifierKey;
}

/**
 * Verifies a checkpoint's signature by its log.
 * @param logs accepted logs; the name of a key is the origin of its log
 * @returns null unless the note is a checkpoint of one of the logs, signed by that log's key
 */
export function openCheckpoint(
  note: string | Uint8Array,
  logs: readonly VerifierKey[],
): OpenedCheckpoint | null {
  const opened = openNote(note, logs);
  const checkpoint = opened && parseCheckpoint(opened.note.text);
  const signedBy = opened?.signedBy.find(({ name }) => name === checkpoint?.origin);
  return opened && checkpoint && signedBy ? { checkpoint, note: opened.note, signedBy } : null;
}
