import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { CsvCell } from '@mare/domain/admin/csv.ts';

export const ROWS_AT_ONCE = 2_000;

export interface Piece {
  rows: CsvCell[][];
  /** Keyset cursor of the next batch; null after the last. The timestamp has microseconds. */
  next: { at: string; id: string } | null;
}

/** Filters of a list. */
export interface ExportFilter {
  /** Segments; empty for all. */
  segment: string;
  /** For lists of one rifa, else null. */
  rifaId: string | null;
}

export interface ExportedList {
  head: string[];
  read(db: Kysely<DB>, after: Piece['next'], filter: ExportFilter): Promise<Piece>;
}

/** Display labels of codes. */
export type Words = Readonly<Record<string, { label: string }>>;

/** The label of a code; the code itself without one. */
export function said(words: Words, code: string): string {
  return words[code]?.label ?? code;
}

export function pieceOf<Row extends { id: string; at: string }>(
  rows: Row[],
  cellsOf: (row: Row) => CsvCell[],
): Piece {
  const last = rows.at(-1);
  return {
    rows: rows.map(cellsOf),
    next: last && rows.length === ROWS_AT_ONCE ? { at: last.at, id: last.id } : null,
  };
}
