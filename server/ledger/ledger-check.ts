import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { LedgerReport } from './read-ledger.ts';
import type { LedgerHorizon } from './segments/close-segments.ts';

export interface LedgerCheck {
  checkedAt: Date;
  report: LedgerReport;
  /** Number of entries checked; null if an earlier version checked. */
  seen: LedgerHorizon | null;
}

/** Replaces the result of the previous check. */
export async function saveLedgerCheck(
  db: Kysely<DB>,
  { checkedAt, report, seen }: LedgerCheck & { seen: LedgerHorizon },
): Promise<void> {
  const row = { checkedAt, report: JSON.stringify(report), ...seen };
  await db
    .insertInto('ledgerCheck')
    .values(row)
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet(row))
    .execute();
}

/** @returns null before the first check */
export async function findLedgerCheck(db: Kysely<DB>): Promise<LedgerCheck | null> {
  const row = await db.selectFrom('ledgerCheck').selectAll().executeTakeFirst();
  if (!row) return null;
  const { checkedAt, seenId, seenXid } = row;
  // Earlier versions reported neither changed entries nor changed payments.
  const report = { changed: [], changedDays: [], ...(row.report as object) } as unknown as LedgerReport;
  return { checkedAt, report, seen: seenId === null || seenXid === null ? null : { seenId, seenXid } };
}
