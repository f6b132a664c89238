/** Tables for spreadsheets. */
import { MACEIO_OFFSET_MS } from '../maceio-time.ts';

export type CsvCell = string | number | Date | null;

/** Spreadsheets read UTF-8 only where this stands first. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A cell that begins with one of these, spaces left aside, would be worked out as a formula, whoever wrote it. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

/**
 * One line with its end. Semicolons part the cells and a comma the decimals, as spreadsheets in Brazil read them.
 * A moment is written in the time of Maceió, to the minute: '22/11/2026 09:30'.
 * A text that looks like a formula gets an apostrophe in front, which spreadsheets show as text.
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
