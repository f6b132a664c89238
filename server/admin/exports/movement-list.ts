/** The ledger by order, for the accountant. Its sums equal the totals of the same days on the Financeiro page. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { figureLabels, FIGURES } from '@mare/domain/admin/finance-figures.ts';
import type { FinancePeriod } from '../finance/finance.queries.ts';
import {
  findBatchEnd,
  findEntryBounds,
  type Movement,
  selectMovements,
} from '../finance/movements.queries.ts';
import { resultOf } from '../finance/read-finance.ts';
import type { ExportedList } from './export-batch.ts';
import { ORDER_HEADS, orderCells, PAYMENT_HEADS, paymentCells } from './order-columns.ts';

/** Approximate entries per batch: entries of one moment are never split. */
const BATCH = 4000;

/** A row for each rifa and each moment at which money of an order moved. Oldest first. */
export const movementList: ExportedList<{ period: FinancePeriod }> = {
  head: [
    'Quando',
    ...ORDER_HEADS,
    ...FIGURES.map((figure) => figureLabels[figure]),
    ...PAYMENT_HEADS,
    'Registrado em',
  ],
  async read(db, after, { period }) {
    // Keyset cursor: start of this batch and end of the last one.
    const cursor = after ?? (await readBounds(db, period));
    if (!cursor) return { rows: [], next: null };
    const [from, end] = [new Date(cursor.at), new Date(cursor.id)];
    const until = await findBatchEnd(db, from, end, BATCH);
    const movements = await selectMovements(db, from, until);
    return {
      rows: movements.map(cellsOf),
      next: until < end ? { at: until.toISOString(), id: cursor.id } : null,
    };
  },
};

async function readBounds(db: Kysely<DB>, period: FinancePeriod): Promise<{ at: string; id: string } | null> {
  const bounds = await findEntryBounds(db, period);
  if (!bounds) return null;
  const until = new Date(bounds.last.getTime() + 1);
  return { at: bounds.first.toISOString(), id: until.toISOString() };
}

function cellsOf({ sums, ...row }: Movement) {
  const figures = { ...sums, gross: sums.sales + sums.discounts, result: resultOf(sums) };
  return [
    row.at,
    ...orderCells(row),
    ...FIGURES.map((figure) => figures[figure] / 100),
    ...paymentCells(row),
    row.recordedAt,
  ];
}
