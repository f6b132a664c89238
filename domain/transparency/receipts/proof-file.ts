/** Proof that an entry is in a log, as one file (c2sp.org/tlog-proof, `.tlog-proof`). */
import { fromBase64, toBase64 } from '../base64.ts';
import { parseDecimal } from '../log/checkpoint.ts';
import { parseNote } from '../log/signed-note.ts';

const FORMAT = 'c2sp.org/tlog-proof@v1';
const HASH_BYTES = 32;
/** Depth of the largest tree that a checkpoint can state. */
const MAX_PATH = 63;
const MAX_LENGTH = 2_000_000;
/** Capacity of a QR code of version 40 and level L (bytes; ISO/IEC 18004). */
const QR_CAPACITY = 2_953;

export interface ProofFile {
  /** Opaque data of the application, which the proof does not authenticate; null when absent. */
  extra: Uint8Array | null;
  /** Index of the entry in the log, 0-based. */
  index: number;
  /** Inclusion proof (RFC 6962, section 2.1.1): 32 bytes each, from the leaf's sibling upwards. */
  path: Uint8Array[];
  /** The signed note, verbatim. */
  checkpoint: string;
}

/** @throws when the proof cannot be written */
export function formatProofFile({ extra, index, path, checkpoint }: ProofFile): string {
  const text = [
    FORMAT,
    ...(extra === null ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...path.map(toBase64),
    '',
    checkpoint,
  ].join('\n');
  if (!parseProofFile(text)) throw new Error('not a proof file');
  return text;
}

/** @returns null unless the file is well-formed. Proves nothing about its content */
export function parseProofFile(file: string | Uint8Array): ProofFile | null {
  const text = typeof file === 'string' ? file : decode(file);
  if (text === null || text.length > MAX_LENGTH) return null;
  const end = text.indexOf('\n\n');
  if (end < 0) return null;
  const [format, ...lines] = text.slice(0, end).split('\n');
  if (format !== FORMAT) return null;
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()!.slice('extra '.length)) : null;
  if (text.startsWith(`${FORMAT}\nextra`) && extra === null) return null;
  const [, digits = ''] = /^index (.+)$/.exec(lines.shift() ?? '') ?? [];
  const index = parseDecimal(digits);
  const path = lines.map(fromBase64);
  const checkpoint = text.slice(end + 2);
  if (index === null || path.length > MAX_PATH || !parseNote(checkpoint)) return null;
  if (!path.every((hash) => hash?.length === HASH_BYTES)) return null;
  return { extra, index, path: path as Uint8Array[], checkpoint };
}

/** Whether a QR code holds the whole file. */
export function fitsQr(file: string): boolean {
  return new TextEncoder().encode(file).length <= QR_CAPACITY;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
