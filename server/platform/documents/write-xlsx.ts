import { type CellValue, writeXlsx as writeWorkbook, type WriteSheet } from 'hucre/xlsx';

export type XlsxCell = string | { centavos: number } | { count: number };

export interface XlsxSheet {
  /** At most 31 characters, without any of []:*?/\ */
  name: string;
  head: readonly string[];
  rows: readonly (readonly XlsxCell[])[];
}

/** In characters. */
const COLUMN_WIDTH = 18;
const MONEY = '#,##0.00';
const COUNT = '#,##0';

type CellStyleOnly = NonNullable<WriteSheet['cells']> extends Map<string, infer Cell> ? Cell : never;

/**
 * Writes sheets with a bold first row that stays in view. Texts are stored as texts, so that no cell is read as a formula; an
 * amount has two decimals.
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
    cells: new Map([
      ...head.map((_, column): [string, CellStyleOnly] => [
        `0,${column}`,
        { style: { font: { bold: true } } },
      ]),
      ...rows.flatMap((row, at) =>
        row.flatMap((cell, column): [string, CellStyleOnly][] =>
          typeof cell === 'object' && 'count' in cell
            ? [[`${at + 1},${column}`, { style: { numFmt: COUNT } }]]
            : [],
        ),
      ),
    ]),
  };
}

function valueOf(cell: XlsxCell): CellValue {
  if (typeof cell === 'string') return cell;
  return 'centavos' in cell ? cell.centavos / 100 : cell.count;
}
