/**
 * Rejects uploaded PDFs that are incomplete or have active or hidden content: scripts, programs to launch,
 * attachments, media, XFA forms, encryption. Viewers isolate PDFs from the site; this keeps the shop from passing on
 * a harmful file.
 */
import { inflateSync } from 'node:zlib';

/** PDF names that declare active content, prevent inspection, or embed another file (ISO 32000-2). */
const FORBIDDEN =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|ImportData|SubmitForm|Encrypt)(?![A-Za-z0-9])/;
/** The end-of-file marker may be followed by a few bytes. */
const TAIL_BYTES = 1024;
/** Bytes before a stream in which its object begins. */
const DICTIONARY_BYTES = 4096;
const INFLATED_MAX_BYTES = 50_000_000;

export function isHarmlessPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const tail = text.slice(-TAIL_BYTES);
  if (!/^%PDF-[12]\.\d/.test(text) || !/startxref\s+\d+\s+%%EOF/.test(tail)) return false;
  if (!/\d\s+\d+\s+obj\b/.test(text) || holdsForbidden(text)) return false;
  const objects = readObjectStreams(bytes, text);
  return objects !== null && !objects.some(holdsForbidden);
}

/** Characters of a name may be written as `#` and two digits. */
function holdsForbidden(text: string): boolean {
  return FORBIDDEN.test(decodeNames(text));
}

function decodeNames(text: string): string {
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Objects may be compressed together in streams. @returns null if one cannot be read */
function readObjectStreams(bytes: Buffer, text: string): string[] | null {
  const found: string[] = [];
  let left = INFLATED_MAX_BYTES;
  for (let at = text.indexOf('stream'); at !== -1; at = text.indexOf('stream', at + 6)) {
    if (text.slice(at - 3, at) === 'end') continue;
    const before = text.slice(Math.max(0, at - DICTIONARY_BYTES), at);
    const dictionary = decodeNames(before.slice(before.lastIndexOf(' obj') + 1));
    if (!/\/ObjStm\b/.test(dictionary)) continue;
    // Other filters do not occur in object streams of real programs.
    const filters = [...dictionary.matchAll(/\/\w+Decode\b/g)].map(([name]) => name);
    if (
      /\/Predictor\b/.test(dictionary) ||
      filters.some((name) => name !== '/FlateDecode') ||
      filters.length > 1
    )
      return null;
    const start = at + 6 + (/^\r?\n/.exec(text.slice(at + 6, at + 8))?.[0].length ?? 0);
    const content = filters.length === 0 ? bytes.subarray(start) : inflate(bytes.subarray(start), left);
    if (!content) return null;
    left -= content.length;
    found.push(content.toString('latin1'));
  }
  return found;
}

/** Ignores bytes after the compressed data. */
function inflate(compressed: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(compressed, { maxOutputLength: Math.max(1, maxOutputLength) });
  } catch {
    return null;
  }
}
