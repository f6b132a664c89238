import { type Kysely, type RawBuilder, sql } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { LedgerTransaction } from '@mare/domain/payments/ledger.ts';

/**
 * Idempotent: the key of a transaction is unique.
 * @param at when the money counts (domain/payments/money-time.ts)
 * @param recordedAt later than `at` if the money was recorded late
 * @returns keys that were not there before
 */
export async function postToLedger(
  db: Kysely<DB>,
  transactions: LedgerTransaction[],
  at: Date,
  recordedAt = at,
): Promise<Set<string>> {
  const rows = transactions.flatMap(({ key, entries }) =>
    entries.map(({ account, amountCentavos }) => ({
      txnKey: key,
      account,
      amount: numericFromCentavos(amountCentavos),
      createdAt: at,
      recordedAt,
    })),
  );
  if (rows.length === 0) return new Set();
  const written = await db
    .insertInto('ledgerEntries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['txnKey', 'account']).doNothing())
    .returning('txnKey')
    .execute();
  return new Set(written.map(({ txnKey }) => txnKey));
}

/** Transactions of one payment. */
export interface Posting {
  transactions: readonly LedgerTransaction[];
  /** When the money counts (domain/payments/money-time.ts). */
  at: Date;
  recordedAt: Date;
}

/**
 * The statement that posts transactions of many payments. Its text does not depend on their number, so it is planned
 * once.
 * @param without keys of transactions to leave out
 */
export function postings(
  posted: readonly Posting[],
  without: RawBuilder<{ key: string }>,
): RawBuilder<unknown> {
  const rows = posted.flatMap(({ transactions, at, recordedAt }) =>
    transactions.flatMap(({ key, entries }) => entries.map((entry) => ({ key, at, recordedAt, ...entry }))),
  );
  return sql`
    insert into ledger_entries (txn_key, account, amount, created_at, recorded_at)
    select key, account, amount, created_at, recorded_at
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ account }) => account)}::text[],
      ${rows.map(({ amountCentavos }) => numericFromCentavos(amountCentavos))}::numeric[],
      ${rows.map(({ at }) => at)}::timestamptz[], ${rows.map(({ recordedAt }) => recordedAt)}::timestamptz[])
      as entry (key, account, amount, created_at, recorded_at)
    where key not in (${without})
    on conflict (txn_key, account) do nothing`;
}
