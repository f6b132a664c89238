/** The books, read from the ledger alone. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FinanceKind } from '@mare/contract/admin/finance.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

/** Days in Maceió, both included. */
export interface FinancePeriod {
  from: string;
  to: string;
}

/** Entries of each kind, and whether their credit counts as positive. */
const KINDS: Record<FinanceKind, { which: RawBuilder<unknown>; sign: 1 | -1 }> = {
  sales: { which: sql`account like 'sales:%' and txn_key like 'settle:%'`, sign: -1 },
  refunds: { which: sql`account like 'sales:%' and txn_key like 'out:%'`, sign: 1 },
  fees: { which: sql`account = 'fees'`, sign: 1 },
  chargebacks: { which: sql`account = 'chargeback_loss'`, sign: 1 },
  commissions: { which: sql`account in ('affiliate_commissions', 'partner_commissions')`, sign: 1 },
};

const isIn = ({ from, to }: FinancePeriod) => sql`
  created_at >= ${from}::date::timestamp at time zone 'America/Maceio'
  and created_at < (${to}::date + 1)::timestamp at time zone 'America/Maceio'`;

const sumOf = (kind: FinanceKind) =>
  sql`coalesce(sum(amount * ${sql.lit(KINDS[kind].sign)}) filter (where ${KINDS[kind].which}), 0)`;

export type FinanceSums = Record<FinanceKind, number>;

/** Days with entries, oldest first. */
export async function selectDays(
  db: Kysely<DB>,
  period: FinancePeriod,
): Promise<(FinanceSums & { day: string })[]> {
  const { rows } = await sql<Record<FinanceKind, string> & { day: string }>`
    select to_char(created_at at time zone 'America/Maceio', 'YYYY-MM-DD') as day,
      ${sumOf('sales')} as sales, ${sumOf('refunds')} as refunds, ${sumOf('fees')} as fees,
      ${sumOf('chargebacks')} as chargebacks, ${sumOf('commissions')} as commissions
    from ledger_entries where ${isIn(period)} group by 1 order by 1`.execute(db);
  return rows.map(({ day, ...sums }) => ({ day, ...inCentavos(sums) }));
}

/** Most sold first. */
export async function selectRifas(db: Kysely<DB>, period: FinancePeriod) {
  const { rows } = await sql<{ rifaId: string; title: string; sales: string; refunds: string }>`
    select rifas.id as rifa_id, rifas.title, sums.sales, sums.refunds
    from (
      select split_part(account, ':', 2)::uuid as rifa_id, ${sumOf('sales')} as sales, ${sumOf('refunds')} as refunds
      from ledger_entries where account like 'sales:%' and ${isIn(period)} group by 1
    ) as sums
    join rifas on rifas.id = sums.rifa_id
    order by sums.sales desc, rifas.id`.execute(db);
  return rows.map(({ sales, refunds, ...rifa }) => ({ ...rifa, ...inCentavos({ sales, refunds }) }));
}

export async function selectUnbalanced(db: Kysely<DB>, period: FinancePeriod): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select txn_key as key from ledger_entries where ${isIn(period)}
    group by txn_key having sum(amount) <> 0 order by 1 limit 20`.execute(db);
  return rows.map(({ key }) => key);
}

/** Newest first. */
export async function selectEntries(
  db: Kysely<DB>,
  period: FinancePeriod,
  { kind, rifaId, limit }: { kind: FinanceKind; rifaId: string | null; limit: number },
) {
  const { which, sign } = KINDS[kind];
  const { rows } = await sql<{
    id: number;
    at: Date;
    key: string;
    amount: string;
    title: string | null;
    externalReference: string | null;
  }>`
    with entry as (
      select id, created_at, txn_key, account, amount * ${sql.lit(sign)} as amount,
        split_part(txn_key, ':', 1) as what, split_part(txn_key, ':', 2) as second, split_part(txn_key, ':', 3) as third
      from ledger_entries
      where ${isIn(period)} and ${which} and ${rifaId ? sql`account = ${`sales:${rifaId}`}` : sql`true`}
      order by created_at desc, id desc limit ${limit}
    )
    select entry.id, entry.created_at as at, entry.txn_key as key, entry.amount, rifas.title, orders.external_reference
    from entry
    left join provider_payments payment on entry.what in ('in', 'out', 'fee', 'cb')
      and payment.provider = entry.second and payment.payment_id = entry.third
    left join orders on orders.id = case
      when entry.what in ('settle', 'commission', 'commission_reversal') then entry.second::uuid
      else payment.order_id end
    left join rifas on 'sales:' || rifas.id = entry.account
    order by entry.created_at desc, entry.id desc`.execute(db);
  return rows.map(({ at, amount, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    centavos: centavosFromNumeric(amount),
  }));
}

function inCentavos<Name extends string>(sums: Record<Name, string>): Record<Name, number> {
  return Object.fromEntries(
    Object.entries<string>(sums).map(([name, sum]) => [name, centavosFromNumeric(sum)]),
  ) as Record<Name, number>;
}

/**
 * One row for each day and rifa, oldest first. Fees, charge-backs and commissions belong to no rifa: they have an empty
 * title.
 */
export async function selectDaysOfRifas(
  db: Kysely<DB>,
  period: FinancePeriod,
): Promise<(FinanceSums & { day: string; title: string })[]> {
  const { rows } = await sql<Record<FinanceKind, string> & { day: string; title: string }>`
    select to_char(entry.created_at at time zone 'America/Maceio', 'YYYY-MM-DD') as day,
      coalesce(rifas.title, '') as title,
      ${sumOf('sales')} as sales, ${sumOf('refunds')} as refunds, ${sumOf('fees')} as fees,
      ${sumOf('chargebacks')} as chargebacks, ${sumOf('commissions')} as commissions
    from (select * from ledger_entries where ${isIn(period)}) as entry
    left join rifas on 'sales:' || rifas.id = account
    where account like 'sales:%'
      or account in ('fees', 'chargeback_loss', 'affiliate_commissions', 'partner_commissions')
    group by 1, rifas.id, 2 order by 1, 2`.execute(db);
  return rows.map(({ day, title, ...sums }) => ({ day, title, ...inCentavos(sums) }));
}
