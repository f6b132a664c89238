import { type Kysely, sql } from 'kysely';
import { SETTLEMENT_TYPES } from '@mare/domain/payments/settlement-report.ts';
import type { Receivables } from '@mare/contract/admin/settlements.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import { HELD_BY_PROVIDER } from '../refunds/paid-elsewhere.ts';
import { findFeeAdjustments } from './booked-fees.ts';
import { findRejectedFiles } from './settlement-files.ts';

const LISTED = 200;
const IS_OF_PAYMENT = sql`type in (${sql.join(SETTLEMENT_TYPES)})`;
const KEPT = sql`disposition in ('settles', 'late', 'duplicate', 'mismatch', 'void')
  and state in ('approved', 'disputed', 'refunded', 'charged_back')`;

/** Unrefunded payments missing from all settlement reports, and the sums of reported ones. Manual sales have no provider. */
export async function readReceivables(
  db: Kysely<DB>,
  { id: provider, settlementReports }: Pick<PaymentProvider, 'id' | 'settlementReports'>,
): Promise<Receivables> {
  const [open, settled, last, rejectedFiles, commissions, adjustments] = await Promise.all([
    sql<{ paymentId: string; amount: string; approvedAt: Date | null; count: number; total: string }>`
      select payment_id, ${HELD_BY_PROVIDER} as amount, approved_at, count(*) over ()::int as count, sum(${HELD_BY_PROVIDER}) over () as total
      from provider_payments as payment
      where provider = ${provider} and ${KEPT} and not exists (
        select from settlement_lines as line
        where line.provider = payment.provider and line.payment_id = payment.payment_id and line.type = 'SETTLEMENT')
        and ${HELD_BY_PROVIDER} > 0
      order by approved_at nulls first, payment_id limit ${LISTED}`.execute(db),
    sql<{ gross: string; fee: string; net: string; lines: number; transferred: string }>`
      select coalesce(sum(gross) filter (where ${IS_OF_PAYMENT}), 0) as gross,
        coalesce(sum(fee) filter (where ${IS_OF_PAYMENT}), 0) as fee,
        coalesce(sum(net) filter (where ${IS_OF_PAYMENT}), 0) as net, count(*)::int as lines,
        coalesce(-sum(gross) filter (where not ${IS_OF_PAYMENT}), 0) as transferred
      from settlement_lines where provider = ${provider}`.execute(db),
    db
      .selectFrom('settlementReports')
      .select('importedAt')
      .where('provider', '=', provider)
      .orderBy('importedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
    findRejectedFiles(db, provider),
    readCommissionBalances(db),
    findFeeAdjustments(db, provider, LISTED),
  ]);
  const sums = settled.rows[0]!;
  return {
    lastImportAt: last?.importedAt.toISOString() ?? null,
    lines: sums.lines,
    gross: centavosFromNumeric(sums.gross),
    fees: -centavosFromNumeric(sums.fee),
    net: centavosFromNumeric(sums.net),
    transferred: centavosFromNumeric(sums.transferred),
    rejectedFiles,
    ...commissions,
    adjustments,
    isAutomatic: settlementReports !== null,
    open: {
      count: open.rows[0]?.count ?? 0,
      centavos: centavosFromNumeric(open.rows[0]?.total ?? '0'),
      payments: open.rows.map(({ paymentId, amount, approvedAt }) => ({
        paymentId,
        centavos: centavosFromNumeric(amount),
        approvedAt: approvedAt?.toISOString() ?? null,
      })),
    },
  };
}

/** Sums balances per account, so that one affiliate's debt does not reduce the amount owed to others. */
async function readCommissionBalances(db: Kysely<DB>): Promise<Pick<Receivables, 'payable' | 'toDeduct'>> {
  const sumOf = (beginning: string, sign: '+' | '-') =>
    sql`coalesce(sum(greatest(${sql.raw(sign)}balance, 0)) filter (where account like ${sql.lit(`${beginning}:%`)}), 0)`;
  const { rows } = await sql<Record<'affiliates' | 'partners' | 'ofAffiliates' | 'ofPartners', string>>`
    select ${sumOf('affiliates_payable', '-')} as affiliates, ${sumOf('partners_payable', '-')} as partners,
      ${sumOf('affiliates_payable', '+')} as of_affiliates, ${sumOf('partners_payable', '+')} as of_partners
    from (select account, sum(amount) as balance from ledger_entries
      where account like 'affiliates_payable:%' or account like 'partners_payable:%' group by 1) as each`.execute(
    db,
  );
  const { affiliates, partners, ofAffiliates, ofPartners } = rows[0]!;
  return {
    payable: { affiliates: centavosFromNumeric(affiliates), partners: centavosFromNumeric(partners) },
    toDeduct: { affiliates: centavosFromNumeric(ofAffiliates), partners: centavosFromNumeric(ofPartners) },
  };
}
