import { type Kysely, sql } from 'kysely';
import type { FinanceTransaction } from '@mare/contract/admin/finance.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

/** @returns null for an unknown key */
export async function findTransaction(db: Kysely<DB>, key: string): Promise<FinanceTransaction | null> {
  const { rows } = await sql<{
    id: number;
    at: Date;
    account: string;
    title: string | null;
    amount: string;
  }>`
    select entry.id, entry.created_at as at, entry.account, rifas.title, entry.amount
    from ledger_entries as entry
    left join rifas on rifas.id::text = split_part(entry.account, ':', 2)
    where entry.txn_key = ${key} order by entry.id`.execute(db);
  if (rows.length === 0) return null;
  const entries = rows.map(({ at, amount, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    centavos: centavosFromNumeric(amount),
  }));
  return { key, entries, sumCentavos: entries.reduce((sum, { centavos }) => sum + centavos, 0) };
}
