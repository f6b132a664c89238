import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { LedgerReport } from './read-ledger.ts';

export interface LedgerCheck {
  checkedAt: Date;
  report: LedgerReport;
}

/** Replaces the result of the previous check. */
export async function saveLedgerCheck(db: Kysely<DB>, { checkedAt, report }: LedgerCheck): Promise<void> {
  const row = { checkedAt, report: JSON.stringify(report) };
  await db
    .insertInto('ledgerCheck')
    .values(row)
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet(row))
    .execute();
}

/** @returns null before the first check */
export async function findLedgerCheck(db: Kysely<DB>): Promise<LedgerCheck | null> {
  const row = await db.selectFrom('ledgerCheck').select(['checkedAt', 'report']).executeTakeFirst();
  return row ? { checkedAt: row.checkedAt, report: row.report as unknown as LedgerReport } : null;
}
