import { type CellValue, writeXlsx as writeWorkbook, type WriteSheet } from 'hucre/xlsx';

export type XlsxCell = string | { centavos: number };

export interface XlsxSheet {
  /** At most 31 characters, without any of []:*?/\ */
  name: string;
  head: readonly string[];
  rows: readonly (readonly XlsxCell[])[];
}

/** In characters. */
const COLUMN_WIDTH = 18;
const MONEY = '#,##0.00';

/**
 * Writes sheets with a bold first row that stays in view. Texts are stored as texts, so that no cell is read as a formula; a
 * number has two decimals.
 */
export function writeXlsx(sheets: readonly XlsxSheet[]): Promise<Uint8Array> {
  return writeWorkbook({ sheets: sheets.map(formatSheet) });
}

function formatSheet({ name, head, rows }: XlsxSheet): WriteSheet {
  return {
    name,
    columns: head.map(() => ({ width: COLUMN_WIDTH, numFmt: MONEY })),
    freezePane: { rows: 1 },
    rows: [[...head], ...rows.map((row) => row.map(valueOf))],
    cells: new Map(head.map((_, column) => [`0,${column}`, { style: { font: { bold: true } } }])),
  };
}

function valueOf(cell: XlsxCell): CellValue {
  return typeof cell === 'string' ? cell : cell.centavos / 100;
}
