/** Sums of the ledger, and whether they agree with each other and with the stored payments. */
import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { inSnapshot } from '../platform/database/transaction.ts';
import { readClosedUpTo } from './segments/close-segments.ts';
import { type PaymentSums, sumPaymentDays, sumPayments } from './segments/payment-days.ts';
import { after, selectUnbalanced, sumBanked, sumByAccount } from './segments/segments.queries.ts';

export interface LedgerReport {
  /** Sums by account in centavos, positive is a debit; all rifas together as `sales`. */
  accounts: Record<string, number>;
  /** Keys of transactions whose entries do not sum to zero, which a database trigger prevents. */
  unbalanced: string[];
  /** Centavos owed to buyers beyond refunds that are pending or failed, which the payments to review show. */
  strayCentavos: number;
  /**
   * Expected balance at the provider after fees, by the stored payments, minus the ledger's balance, in centavos.
   * Transfers to the bank count as held.
   */
  differenceCentavos: number;
  /** Ranges of entries, by id, whose content differs from the stored sums, which a database trigger prevents. */
  changed: { firstId: number; lastId: number }[];
  /** Days, as `2026-11-25`, whose stored payments differ from the stored sums. */
  changedDays: string[];
}

const MAX_REPORTED = 20;

export function isBalanced(report: LedgerReport): boolean {
  return (
    report.unbalanced.length === 0 &&
    report.strayCentavos === 0 &&
    report.differenceCentavos === 0 &&
    report.changed.length === 0 &&
    report.changedDays.length === 0
  );
}

/** Sums every entry and payment. */
export function readLedger(db: Database): Promise<LedgerReport> {
  return inSnapshot(db, async (trx) => readFrom(trx, 0, await sumPayments(trx)));
}

/** Sums the entries after the closed segments, and takes the sums of those and of the payments as stored. */
export function readLedgerBySegments(db: Database): Promise<LedgerReport> {
  return inSnapshot(db, async (trx) => readFrom(trx, await readClosedUpTo(trx), await sumPaymentDays(trx)));
}

/** @param closedUpTo entries up to this id are in segments; 0: none is */
async function readFrom(
  trx: Database,
  closedUpTo: number,
  { held, owed }: PaymentSums,
): Promise<LedgerReport> {
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
  const { rows: changedDays } = await sql<{ day: string }>`
    select day::text from payment_days where differs_since is not null order by day limit ${MAX_REPORTED}`.execute(
    trx,
  );
  const { rows: transferred } = await sql<{ banked: number }>`
    select ${sumBanked(isOpen)} + (
      select coalesce(sum(banked), 0)::bigint from ledger_segments where last_id <= ${closedUpTo}) as banked`.execute(
    trx,
  );
  const accounts = sumsOf([...closed, ...open]);
  const { banked } = transferred[0]!;
  const { customer_funds: funds = 0, mp_receivable: receivable = 0, fees = 0 } = accounts;
  return {
    accounts,
    unbalanced: unbalanced.map((row) => row.txnKey),
    strayCentavos: 0 - (funds + owed),
    differenceCentavos: held - (receivable - banked + fees),
    changed,
    changedDays: changedDays.map(({ day }) => day),
  };
}

/** In the order of the accounts' names. */
function sumsOf(rows: readonly { account: string; centavos: number }[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { account, centavos } of rows) sums.set(account, (sums.get(account) ?? 0) + centavos);
  return Object.fromEntries([...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
