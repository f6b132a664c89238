/** Tables for spreadsheets. */
export type CsvCell = string | number | null;

/** A cell that begins with one of these would be worked out as a formula, whoever wrote it. */
const FORMULA = /^[=+\-@\t\r]/;

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
