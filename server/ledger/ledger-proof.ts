import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * A difference found by the proof. `order`: an order and its settlement. `payment`: a stored payment and its entries. `provider`: a
 * stored payment and the provider's record.
 */
export interface LedgerMismatch {
  kind: 'order' | 'payment' | 'provider';
  /** Reference of the order, or provider and id of the payment. */
  subject: string;
  expectedCentavos: number;
  foundCentavos: number;
}

export interface LedgerProof {
  provedAt: Date;
  /** How many were compared. */
  orders: number;
  payments: number;
  atProviders: number;
  /** Ids of providers that did not respond. */
  unread: string[];
  mismatches: LedgerMismatch[];
}

/** Replaces the result of the previous proof. */
export async function saveLedgerProof(db: Kysely<DB>, { provedAt, ...report }: LedgerProof): Promise<void> {
  const row = { provedAt, report: JSON.stringify(report) };
  await db
    .insertInto('ledgerProof')
    .values(row)
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet(row))
    .execute();
}

/** @returns null before the first proof */
export async function findLedgerProof(db: Kysely<DB>): Promise<LedgerProof | null> {
  const row = await db.selectFrom('ledgerProof').select(['provedAt', 'report']).executeTakeFirst();
  return row ? { provedAt: row.provedAt, ...(row.report as unknown as Omit<LedgerProof, 'provedAt'>) } : null;
}
