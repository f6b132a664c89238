/** CSV for spreadsheets. */
import { MACEIO_OFFSET_MS } from '../time/maceio-time.ts';

export type CsvCell = string | number | Date | null;

/** Spreadsheets read UTF-8 only after a byte order mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets evaluate a cell that starts with one of these, after spaces, as a formula. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

/**
 * One line with its line break. Semicolons separate cells, commas are decimal separators, as in Brazil.
 * Timestamps are in America/Maceio, to the minute: '22/11/2026 09:30'.
 * Text that looks like a formula is prefixed with an apostrophe.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return moment(cell);
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function moment(instant: Date): string {
  const [day, time] = new Date(instant.getTime() + MACEIO_OFFSET_MS).toISOString().split('T');
  return `${day!.split('-').toReversed().join('/')} ${time!.slice(0, 5)}`;
}
