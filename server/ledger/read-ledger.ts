/** What the ledger says in sum, and whether it agrees with itself and with the payments that were read. */
import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';

export interface LedgerReport {
  /** Sums by account in centavos, positive is a debit; all rifas together as `sales`. */
  accounts: Record<string, number>;
  /** Keys of transactions whose entries do not add up to zero: the database forbids them. */
  unbalanced: string[];
  /**
   * Centavos that belong to buyers, beyond what is on its way back to them or was refused to go back, which the
   * payments that need a person show.
   */
  strayCentavos: number;
  /** Centavos that the provider should hold after fees, by the payments as last read, less what the ledger says. */
  differenceCentavos: number;
}

const MOST_KEYS = 20;

export function isBalanced(report: LedgerReport): boolean {
  return report.unbalanced.length === 0 && report.strayCentavos === 0 && report.differenceCentavos === 0;
}

/** One reading of everything, so that no movement falls between two questions. */
export function readLedger(db: Database): Promise<LedgerReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows: sums } = await sql<{ account: string; centavos: number }>`
        select split_part(account, ':', 1) as account, (sum(amount) * 100)::bigint as centavos
          from ledger_entries
         group by 1
         order by 1`.execute(trx);
      const accounts = Object.fromEntries(sums.map((row) => [row.account, row.centavos]));
      const { rows: unbalanced } = await sql<{ txnKey: string }>`
        select txn_key
          from ledger_entries
         group by txn_key
        having sum(amount) <> 0
         order by txn_key
         limit ${MOST_KEYS}`.execute(trx);
      const { rows: expected } = await sql<{ owed: number; held: number }>`
        select (select coalesce(sum(payment.amount - payment.refunded), 0) * 100
                  from provider_payments payment
                 where payment.disposition in ('late', 'duplicate', 'mismatch')
                   and payment.state in ('approved', 'disputed'))::bigint as owed,
               (select coalesce(sum(payment.amount - payment.refunded), 0) * 100
                  from provider_payments payment
                 where payment.disposition in ('settles', 'late', 'duplicate', 'mismatch', 'void')
                   and payment.state in ('approved', 'disputed'))::bigint as held`.execute(trx);
      const { owed, held } = expected[0]!;
      const { customer_funds: funds = 0, mp_receivable: receivable = 0, fees = 0 } = accounts;
      return {
        accounts,
        unbalanced: unbalanced.map((row) => row.txnKey),
        strayCentavos: 0 - (funds + owed),
        differenceCentavos: held - (receivable + fees),
      };
    });
}
