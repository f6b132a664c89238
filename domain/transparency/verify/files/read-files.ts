/** Recognises and reads the files given to the verifier. Streams a list; everything else is small. */
import { parsePolicy, type Policy, PolicyFault } from '../../witness/policy.ts';
import {
  type IncrementalHash,
  ListFault,
  ListReader,
  type ReadList,
} from '../../../draws/sealing/sold-list.ts';
import { joinBytes } from '../../../draws/sealing/join-bytes.ts';
import type { DrawRecord } from '../../../draws/verifying/verify-draw.ts';
import { parseCertificates, type X509 } from '../../timestamps/certificates.ts';
import { isDrawRecord } from '../draw-record.ts';
import type { GivenFiles } from './verify-files.ts';
import { type ReadReceiptFile, readReceiptFile } from '../verify-receipt.ts';

export type ReadFile =
  | { kind: 'draw'; record: DrawRecord & { log?: unknown }; list: ReadList | null }
  | { kind: 'list'; list: ReadList }
  | { kind: 'receipt'; receipt: ReadReceiptFile }
  | { kind: 'policy'; policy: Policy }
  | { kind: 'authorities'; authorities: X509[] };

export type FileFaultCode =
  | 'EMPTY'
  | 'UNKNOWN'
  | 'DRAW_MALFORMED'
  | 'LIST_MALFORMED'
  | 'RECEIPT_MALFORMED'
  | 'POLICY_MALFORMED'
  | 'CERTIFICATES_MALFORMED'
  /** Two files of a kind that may occur only once. */
  | 'TWO_DRAWS'
  | 'TWO_LISTS'
  | 'TWO_POLICIES'
  /** A folder that does not hold the whole copy of a log. */
  | 'MIRROR_MALFORMED';

/** A file with another content than its kind, or a truncated one. */
export class FileFault extends Error {
  readonly code: FileFaultCode;

  constructor(code: FileFaultCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

const LINE_FEED = 10;
const MAX_SMALL_BYTES = 8_000_000;
const PREFIX_BYTES = 64;

interface Reading {
  onProgress?: (share: number) => void;
  /** Creates the platform's own SHA-256, for the hash of a whole list. */
  createHash?: () => IncrementalHash;
}

/** @throws FileFault */
export async function readGivenFile(
  parts: AsyncIterable<Uint8Array>,
  reading: Reading = {},
): Promise<ReadFile> {
  const source = parts[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array(0);
  while (start.length < PREFIX_BYTES) {
    const { done, value } = await source.next();
    if (done) break;
    start = joinBytes(start, value);
  }
  if (start.length === 0) throw new FileFault('EMPTY', 'no bytes');
  const rest = { [Symbol.asyncIterator]: () => source };
  const prefix = decode(start.subarray(0, PREFIX_BYTES));
  if (prefix.startsWith('{')) return readDraw(start, rest, reading);
  if (prefix.startsWith('mare-da-sorte/lista/'))
    return { kind: 'list', list: await readList(start, rest, reading) };
  const text = await readSmall(start, rest);
  if (prefix.startsWith('c2sp.org/tlog-proof')) {
    const receipt = readReceiptFile(text);
    if (!receipt) throw new FileFault('RECEIPT_MALFORMED', 'not the canonical form of a receipt');
    return { kind: 'receipt', receipt };
  }
  if (/^\s*(?:#|log |witness |group |quorum )/.test(prefix))
    return { kind: 'policy', policy: readPolicy(decode(text)) };
  if (prefix.startsWith('-----BEGIN CERTIFICATE-----')) {
    const authorities = parseCertificates(decode(text));
    if (!authorities) throw new FileFault('CERTIFICATES_MALFORMED', 'not certificates in PEM');
    return { kind: 'authorities', authorities };
  }
  throw new FileFault('UNKNOWN', JSON.stringify(prefix.slice(0, 40)));
}

/** @throws FileFault */
function readPolicy(text: string): Policy {
  try {
    return parsePolicy(text);
  } catch (error) {
    if (error instanceof PolicyFault) throw new FileFault('POLICY_MALFORMED', error.message);
    throw error;
  }
}

async function readDraw(
  start: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  reading: Reading,
): Promise<ReadFile> {
  let head = start;
  let end = head.indexOf(LINE_FEED);
  const source = rest[Symbol.asyncIterator]();
  while (end < 0) {
    const { done, value } = await source.next();
    if (done || head.length > MAX_SMALL_BYTES)
      throw new FileFault('DRAW_MALFORMED', 'no end of the first line');
    end = value.indexOf(LINE_FEED);
    if (end >= 0) end += head.length;
    head = joinBytes(head, value);
  }
  const record = readRecord(decode(head.subarray(0, end)));
  const after = head.subarray(end + 1);
  const more = { [Symbol.asyncIterator]: () => source };
  if (after.length > 0) return { kind: 'draw', record, list: await readList(after, more, reading) };
  const { done, value } = await source.next();
  if (done) return { kind: 'draw', record, list: null };
  return { kind: 'draw', record, list: await readList(value, more, reading) };
}

function readRecord(line: string): DrawRecord & { log?: unknown } {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    throw new FileFault('DRAW_MALFORMED', 'the first line is not JSON');
  }
  if (!isDrawRecord(record))
    throw new FileFault('DRAW_MALFORMED', 'the first line is not the record of a draw');
  return record;
}

async function readList(
  start: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  { onProgress, createHash }: Reading,
): Promise<ReadList> {
  const reader = new ListReader(createHash?.());
  try {
    reader.push(start);
    for await (const part of rest) {
      reader.push(part);
      onProgress?.(reader.progress);
    }
    return reader.finish();
  } catch (error) {
    if (error instanceof ListFault)
      throw new FileFault('LIST_MALFORMED', `line ${error.line}: ${error.message}`);
    throw error;
  }
}

async function readSmall(start: Uint8Array, rest: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let whole = start;
  for await (const part of rest) {
    whole = joinBytes(whole, part);
    if (whole.length > MAX_SMALL_BYTES) throw new FileFault('UNKNOWN', 'the file is too large');
  }
  return whole;
}

/**
 * Combines the files of one verification.
 * @throws FileFault when two of them exclude each other
 */
export function combineFiles(files: readonly ReadFile[]): GivenFiles {
  const draws = files.filter((file) => file.kind === 'draw');
  const lists = [
    ...draws.flatMap(({ list }) => list ?? []),
    ...files.flatMap((file) => (file.kind === 'list' ? [file.list] : [])),
  ];
  const policies = files.filter((file) => file.kind === 'policy');
  if (draws.length > 1) throw new FileFault('TWO_DRAWS', `${draws.length} files`);
  if (lists.length > 1) throw new FileFault('TWO_LISTS', `${lists.length} files`);
  if (policies.length > 1) throw new FileFault('TWO_POLICIES', `${policies.length} files`);
  const authorities = files.flatMap((file) => (file.kind === 'authorities' ? file.authorities : []));
  return {
    record: draws[0]?.record ?? null,
    list: lists[0] ?? null,
    policy: policies[0]?.policy ?? null,
    authorities: authorities.length > 0 ? authorities : null,
    receipts: files.flatMap((file) => (file.kind === 'receipt' ? [file.receipt] : [])),
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
