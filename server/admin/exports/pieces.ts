import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { CsvCell } from '@mare/domain/admin/csv.ts';

export const ROWS_AT_ONCE = 2_000;

export interface Piece {
  rows: CsvCell[][];
  /** Where the next piece begins; null after the last. The instant as the database writes it, to the microsecond. */
  next: { at: string; id: string } | null;
}

/** What of a list is asked for. */
export interface ExportFilter {
  /** Of people; empty for all. */
  segment: string;
  /** Whose buyers; null for lists that are of no rifa. */
  rifaId: string | null;
}

export interface ExportedList {
  head: string[];
  read(db: Kysely<DB>, after: Piece['next'], filter: ExportFilter): Promise<Piece>;
}

/** What people read for what is kept as a code. */
export type Words = Readonly<Record<string, { label: string }>>;

/** The word for a code; the code itself while there is none. */
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
