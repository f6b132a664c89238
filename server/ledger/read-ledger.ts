/** Sums of the ledger, and whether they agree with each other and with the stored payments. */
import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';
import { readClosedUpTo } from './segments/close-segments.ts';
import { after, selectUnbalanced, sumBanked, sumByAccount } from './segments/segments.queries.ts';

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
  /** Ranges of entries, by id, that are no longer those that were summed, which a database trigger prevents. */
  changed: { firstId: number; lastId: number }[];
}

const MAX_REPORTED = 20;

export function isBalanced(report: LedgerReport): boolean {
  return (
    report.unbalanced.length === 0 &&
    report.strayCentavos === 0 &&
    report.differenceCentavos === 0 &&
    report.changed.length === 0
  );
}

/** Sums every entry. */
export function readLedger(db: Database): Promise<LedgerReport> {
  return inSnapshot(db, (trx) => readFrom(trx, 0));
}

/** Sums the entries after the closed segments, and takes the sums of those as stored. */
export function readLedgerBySegments(db: Database): Promise<LedgerReport> {
  return inSnapshot(db, async (trx) => readFrom(trx, await readClosedUpTo(trx)));
}

function inSnapshot<T>(db: Database, read: (trx: Database) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => read(trx));
}

/** @param closedUpTo entries up to this id are in segments; 0: none is */
async function readFrom(trx: Database, closedUpTo: number): Promise<LedgerReport> {
  const isOpen = after(closedUpTo);
  const { rows: open } = await sumByAccount(isOpen).execute(trx);
  const { rows: closed } = await sql<{ account: string; centavos: number }>`
    select each.key as account, sum(each.value::bigint)::bigint as centavos
    from ledger_segments, jsonb_each_text(sums) as each
    where last_id <= ${closedUpTo} group by 1`.execute(trx);
  const { rows: unbalanced } = await selectUnbalanced(isOpen, MAX_REPORTED).execute(trx);
  const { rows: changed } = await sql<LedgerReport['changed'][number]>`
    select first_id, last_id from ledger_segments where differs_since is not null
    order by first_id limit ${MAX_REPORTED}`.execute(trx);
  const { rows: expected } = await sql<{ banked: number; owed: number; held: number }>`
    select ${sumBanked(isOpen)} + (
             select coalesce(sum(banked), 0)::bigint from ledger_segments where last_id <= ${closedUpTo}) as banked,
           (select coalesce(sum(payment.amount - payment.refunded), 0) * 100
              from provider_payments payment
             where payment.disposition in ('late', 'duplicate', 'mismatch')
               and payment.state in ('approved', 'disputed'))::bigint as owed,
           (select coalesce(sum(payment.amount - payment.refunded), 0) * 100
              from provider_payments payment
             where payment.provider <> 'cash' and payment.disposition in ('settles', 'late', 'duplicate', 'mismatch', 'void')
               and payment.state in ('approved', 'disputed'))::bigint as held`.execute(trx);
  const accounts = sumsOf([...closed, ...open]);
  const { banked, owed, held } = expected[0]!;
  const { customer_funds: funds = 0, mp_receivable: receivable = 0, fees = 0 } = accounts;
  return {
    accounts,
    unbalanced: unbalanced.map((row) => row.txnKey),
    strayCentavos: 0 - (funds + owed),
    differenceCentavos: held - (receivable - banked + fees),
    changed,
  };
}

/** In the order of the accounts' names. */
function sumsOf(rows: readonly { account: string; centavos: number }[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { account, centavos } of rows) sums.set(account, (sums.get(account) ?? 0) + centavos);
  return Object.fromEntries([...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
