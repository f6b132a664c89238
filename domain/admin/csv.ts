/** Tables for spreadsheets. */
export type CsvCell = string | number | null;

/** Spreadsheets read UTF-8 only where this stands first. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A cell that begins with one of these, spaces left aside, would be worked out as a formula, whoever wrote it. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

/**
 * One line with its end. Semicolons part the cells and a comma the decimals, as spreadsheets in Brazil read them.
 * A text that looks like a formula gets an apostrophe in front, which spreadsheets show as text.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
