/** Fees in the ledger, by payment. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { BookedFees, FeeAdjustment } from '@mare/domain/payments/fee-adjustment.ts';

const OF_LINE = sql`'fee:' || line.provider || ':' || line.payment_id || ':' || line.type || ':' || line.settled_at`;
const ofPayment = (prefix: string) =>
  sql`${sql.lit(prefix)} || payment.provider || ':' || payment.payment_id`;

/** Locks the payments, so that no other transaction posts fees for them. Omits unknown payments and those of other systems. */
export async function findBookedFees(
  trx: Transaction<DB>,
  provider: string,
  paymentIds: readonly string[],
): Promise<Map<string, BookedFees>> {
  if (paymentIds.length === 0) return new Map();
  await trx
    .selectFrom('providerPayments')
    .select('paymentId')
    .where('provider', '=', provider)
    .where('paymentId', 'in', paymentIds)
    .orderBy('paymentId')
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<{ paymentId: string; paid: string; total: string; ofSettlement: string }>`
    select payment.payment_id, payment.amount as paid, coalesce(sum(entry.amount), 0) as total,
      coalesce(sum(entry.amount) filter (
        where entry.txn_key like 'fix-payment:%' or split_part(entry.txn_key, ':', 4) in ('', 'SETTLEMENT')), 0) as of_settlement
    from provider_payments payment
    left join ledger_entries entry on entry.account = 'fees' and (
      entry.txn_key = ${ofPayment('fee:')}
      or entry.txn_key >= ${ofPayment('fee:')} || ':' and entry.txn_key < ${ofPayment('fee:')} || ';'
      or entry.txn_key >= ${ofPayment('fix-payment:')} || ':' and entry.txn_key < ${ofPayment('fix-payment:')} || ';')
    where payment.provider = ${provider} and payment.payment_id = any (${paymentIds})
      and payment.disposition <> 'orphan'
    group by payment.provider, payment.payment_id`.execute(trx);
  return new Map(
    rows.map(({ paymentId, paid, total, ofSettlement }) => [
      paymentId,
      {
        paidCentavos: centavosFromNumeric(paid),
        total: centavosFromNumeric(total),
        ofSettlement: centavosFromNumeric(ofSettlement),
      },
    ]),
  );
}

/**
 * Whether a settlement report has stated the fee of a payment, so that later responses of the provider do not add to
 * it.
 */
export async function isFeeReported(
  db: Kysely<DB>,
  { provider, paymentId }: { provider: string; paymentId: string },
): Promise<boolean> {
  const line = await db
    .selectFrom('settlementLines')
    .select('paymentId')
    .where('provider', '=', provider)
    .where('paymentId', '=', paymentId)
    .where('type', '=', 'SETTLEMENT')
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/** Keys of the fees that must not be posted because a settlement report has stated them: see `isFeeReported`. */
export function reportedFees(
  payments: readonly { provider: string; paymentId: string }[],
): RawBuilder<{ key: string }> {
  return sql`
    select 'fee:' || line.provider || ':' || line.payment_id as key
    from settlement_lines line
    join unnest(${payments.map(({ provider }) => provider)}::text[],
      ${payments.map(({ paymentId }) => paymentId)}::text[]) as payment (provider, payment_id)
      on line.provider = payment.provider and line.payment_id = payment.payment_id
    where line.type = 'SETTLEMENT'`;
}

/** Fees corrected by reports, newest first, with their count and their sum in centavos. */
export async function findFeeAdjustments(
  db: Kysely<DB>,
  provider: string,
  limit: number,
): Promise<{ count: number; centavos: number; latest: Omit<FeeAdjustment, 'line'>[] }> {
  const { rows } = await sql<{
    paymentId: string;
    reported: string;
    difference: string;
    count: number;
    sum: string;
  }>`
    select line.payment_id, -line.fee as reported, entry.amount as difference, count(*) over ()::int as count,
      sum(entry.amount) over () as sum
    from settlement_lines line join ledger_entries entry on entry.account = 'fees' and entry.txn_key = ${OF_LINE}
    where line.provider = ${provider}
    order by entry.id desc limit ${limit}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    centavos: centavosFromNumeric(rows[0]?.sum ?? '0'),
    latest: rows.map(({ paymentId, reported, difference }) => ({
      paymentId,
      reportedCentavos: centavosFromNumeric(reported),
      bookedCentavos: centavosFromNumeric(reported) - centavosFromNumeric(difference),
    })),
  };
}
