/** Sums of the ledger, and whether they agree with each other and with the stored payments. */
import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';

export interface LedgerReport {
  /** Sums by account in centavos, positive is a debit; all rifas together as `sales`. */
  accounts: Record<string, number>;
  /** Keys of transactions whose entries do not sum to zero, which a database trigger prevents. */
  unbalanced: string[];
  /**
   * Centavos of buyers beyond those of refunds that are pending or failed, which the payments to review
   * show.
   */
  strayCentavos: number;
  /**
   * Centavos the provider should hold after fees by the stored payments, minus the ledger's balance. What it transferred to
   * the bank counts as held.
   */
  differenceCentavos: number;
}

const MAX_KEYS = 20;

export function isBalanced(report: LedgerReport): boolean {
  return report.unbalanced.length === 0 && report.strayCentavos === 0 && report.differenceCentavos === 0;
}

/** Reads everything in one repeatable-read snapshot. */
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
         limit ${MAX_KEYS}`.execute(trx);
      const { rows: expected } = await sql<{ banked: number; owed: number; held: number }>`
        select (select coalesce(sum(amount), 0) * 100 from ledger_entries
                 where account in ('mp_receivable', 'fees') and txn_key in (
                   select txn_key from ledger_entries where account = 'bank'))::bigint as banked,
               (select coalesce(sum(payment.amount - payment.refunded), 0) * 100
                  from provider_payments payment
                 where payment.disposition in ('late', 'duplicate', 'mismatch')
                   and payment.state in ('approved', 'disputed'))::bigint as owed,
               (select coalesce(sum(payment.amount - payment.refunded), 0) * 100
                  from provider_payments payment
                 where payment.provider <> 'cash' and payment.disposition in ('settles', 'late', 'duplicate', 'mismatch', 'void')
                   and payment.state in ('approved', 'disputed'))::bigint as held`.execute(trx);
      const { banked, owed, held } = expected[0]!;
      const { customer_funds: funds = 0, mp_receivable: receivable = 0, fees = 0 } = accounts;
      return {
        accounts,
        unbalanced: unbalanced.map((row) => row.txnKey),
        strayCentavos: 0 - (funds + owed),
        differenceCentavos: held - (receivable - banked + fees),
      };
    });
}
