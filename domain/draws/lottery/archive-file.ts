/** Reads a file of past extractions: CSV with a header, one extraction a line. */
import { readPrizes } from './official-result.ts';
import type { Extraction } from './extraction.ts';

/** Maximum length of an archive file. All extractions since 1962 take 400 kB. */
export const MAX_ARCHIVE_CHARACTERS = 900_000;

export interface RejectedLine {
  /** 1-based, the header is line 1. */
  line: number;
  reason: 'WRONG_FIELDS' | 'INVALID_NUMBER' | 'INVALID_DATE' | 'DUPLICATE_NUMBER';
}

export interface ArchiveFile {
  extractions: Extraction[];
  rejected: RejectedLine[];
}

const REQUIRED = ['concurso', 'data_iso', 'p1', 'p2', 'p3', 'p4', 'p5'] as const;
/** The results service pads a missing prize with zeros. */
const NO_PRIZE = '00000';

/**
 * Prizes that are missing or all zeros make an extraction without prizes: its number and date still count.
 * @returns extractions by ascending number; null when the header lacks a required column
 */
export function readArchiveFile(text: string): ArchiveFile | null {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = header.split(',').map((name) => name.trim());
  const columns = REQUIRED.map((name) => names.indexOf(name));
  if (columns.includes(-1)) return null;
  const byNumber = new Map<number, Extraction>();
  const rejected: RejectedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const values = line.split(',').map((value) => value.trim());
    const read = readLine(
      columns.map((column) => values[column] ?? ''),
      values.length === names.length,
    );
    if (typeof read !== 'string' && byNumber.has(read.number))
      rejected.push({ line: index + 2, reason: 'DUPLICATE_NUMBER' });
    else if (typeof read === 'string') rejected.push({ line: index + 2, reason: read });
    else byNumber.set(read.number, read);
  }
  return {
    extractions: [...byNumber.values()].sort((one, other) => one.number - other.number),
    rejected,
  };
}

function readLine(
  [number = '', date = '', ...prizes]: string[],
  isComplete: boolean,
): Extraction | RejectedLine['reason'] {
  if (!isComplete) return 'WRONG_FIELDS';
  if (!/^[1-9]\d{0,6}$/.test(number)) return 'INVALID_NUMBER';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return 'INVALID_DATE';
  const read = readPrizes(prizes);
  return {
    number: Number(number),
    date,
    prizes: read && !read.includes(NO_PRIZE) ? read : null,
  };
}
