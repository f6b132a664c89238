import type { Kysely } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { LedgerTransaction } from '@mare/domain/payments/ledger.ts';

/** Idempotent: the key of a transaction is unique. */
export async function postToLedger(db: Kysely<DB>, transactions: LedgerTransaction[]): Promise<void> {
  const rows = transactions.flatMap(({ key, entries }) =>
    entries.map(({ account, amountCentavos }) => ({
      txnKey: key,
      account,
      amount: numericFromCentavos(amountCentavos),
    })),
  );
  if (rows.length === 0) return;
  await db
    .insertInto('ledgerEntries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['txnKey', 'account']).doNothing())
    .execute();
}
