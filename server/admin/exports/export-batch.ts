import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { CsvCell } from '@mare/domain/admin/csv.ts';

export const BATCH_ROWS = 2_000;

export interface ExportBatch {
  rows: CsvCell[][];
  /** Keyset cursor of the next batch; null after the last. The timestamp has microseconds. */
  next: { at: string; id: string } | null;
}

/** A list with its filters. */
export interface ExportedList<Filter = unknown> {
  head: string[];
  read(db: Kysely<DB>, after: ExportBatch['next'], filter: Filter): Promise<ExportBatch>;
}

/** Display labels of codes. */
export type Labels = Readonly<Record<string, { label: string }>>;

/** The label of a code; the code itself without one. */
export function labelOf(labels: Labels, code: string): string {
  return labels[code]?.label ?? code;
}

export function batchOf<Row extends { id: string; at: string }>(
  rows: Row[],
  cellsOf: (row: Row) => CsvCell[],
): ExportBatch {
  const last = rows.at(-1);
  return {
    rows: rows.map(cellsOf),
    next: last && rows.length === BATCH_ROWS ? { at: last.at, id: last.id } : null,
  };
}
