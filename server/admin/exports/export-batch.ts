import type { Kysely } from 'kysely';
import type { OrderFilters } from '@mare/contract/admin/orders-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import type { FinancePeriod } from '../finance/finance.queries.ts';
import type { CsvCell } from '@mare/domain/admin/csv.ts';

export const BATCH_ROWS = 2_000;

export interface ExportBatch {
  rows: CsvCell[][];
  /** Keyset cursor of the next batch; null after the last. The timestamp has microseconds. */
  next: { at: string; id: string } | null;
}

/** Filters of a list. */
export interface ExportFilter {
  /** Segment of people; empty for all. */
  segment: string;
  /** Of people, as their list finds them. */
  search?: string;
  /** For lists of one rifa, else null. */
  rifaId: string | null;
  /** Days in Maceió, both included. */
  period: FinancePeriod;
  orders: OrderFilters;
}

export interface ExportedList {
  head: string[];
  read(db: Kysely<DB>, after: ExportBatch['next'], filter: ExportFilter): Promise<ExportBatch>;
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
