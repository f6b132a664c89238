import type { Kysely } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { LedgerTransaction } from '@mare/domain/payments/ledger.ts';

/**
 * Idempotent: the key of a transaction is unique.
 * @param at when the money counts (domain/payments/money-time.ts)
 * @returns keys that were not there before
 */
export async function postToLedger(
  db: Kysely<DB>,
  transactions: LedgerTransaction[],
  at: Date,
): Promise<Set<string>> {
  const rows = transactions.flatMap(({ key, entries }) =>
    entries.map(({ account, amountCentavos }) => ({
      txnKey: key,
      account,
      amount: numericFromCentavos(amountCentavos),
      createdAt: at,
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
