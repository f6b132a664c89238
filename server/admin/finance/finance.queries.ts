/** Reads the ledger for the Financeiro page. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { FINANCE_KINDS, type FinanceKind } from '@mare/domain/admin/finance-figures.ts';

/** Days in Maceió, both included. */
export interface FinancePeriod {
  from: string;
  to: string;
}

/** Entries of each kind, and whether their credit counts as positive. */
export const KINDS: Record<FinanceKind, { which: RawBuilder<unknown>; sign: 1 | -1 }> = {
  sales: { which: sql`account like 'sales:%' and txn_key not like 'out:%'`, sign: -1 },
  discounts: { which: sql`account like 'discounts:%'`, sign: 1 },
  refunds: { which: sql`account like 'sales:%' and txn_key like 'out:%'`, sign: 1 },
  fees: { which: sql`account = 'fees'`, sign: 1 },
  chargebacks: { which: sql`account = 'chargeback_loss'`, sign: 1 },
  commissions: { which: sql`account in ('affiliate_commissions', 'partner_commissions')`, sign: 1 },
  prizes: { which: sql`account like 'prizes:%'`, sign: 1 },
  taxes: { which: sql`account like 'taxes:%'`, sign: 1 },
};

const endOf = ({ to }: FinancePeriod) => sql`(${to}::date + 1)::timestamp at time zone 'America/Maceio'`;

export const isIn = (period: FinancePeriod) => sql`
  created_at >= ${period.from}::date::timestamp at time zone 'America/Maceio'
  and created_at < ${endOf(period)}`;

const sumOf = (kind: FinanceKind) =>
  sql`coalesce(sum(amount * ${sql.lit(KINDS[kind].sign)}) filter (where ${KINDS[kind].which}), 0)`;

export const ALL_SUMS = sql.join(FINANCE_KINDS.map((kind) => sql`${sumOf(kind)} as ${sql.ref(kind)}`));

export type FinanceSums = Record<FinanceKind, number>;

/** Days with entries, oldest first. */
export async function selectDays(
  db: Kysely<DB>,
  period: FinancePeriod,
): Promise<(FinanceSums & { day: string })[]> {
  const { rows } = await sql<Record<FinanceKind, string> & { day: string }>`
    select to_char(created_at at time zone 'America/Maceio', 'YYYY-MM-DD') as day, ${ALL_SUMS}
    from ledger_entries where ${isIn(period)} group by 1 order by 1`.execute(db);
  return rows.map(({ day, ...sums }) => ({ day, ...inCentavos(sums) }));
}

/** Entries of accounts that exist once per rifa. */
export const OF_RIFAS = sql`split_part(account, ':', 1) in ('sales', 'discounts', 'prizes', 'taxes')`;

/** Rifa of an entry: of its account, or of the prize whose voucher a partner redeemed. Null for costs of a whole order. */
export const RIFA_OF_ENTRY = sql`case
  when ${OF_RIFAS} then split_part(account, ':', 2)::uuid
  when account = 'partner_commissions' and txn_key like 'voucher:%' then (
    select winner.rifa_id from service_vouchers voucher join rifa_winners winner on winner.id = voucher.winner_id
    where voucher.id = split_part(txn_key, ':', 2)::uuid) end`;

/** Sums of the entries that belong to one rifa. */
export async function selectRifas(
  db: Kysely<DB>,
  period: FinancePeriod,
): Promise<(FinanceSums & { rifaId: string; title: string })[]> {
  const { rows } = await sql<Record<FinanceKind, string> & { rifaId: string; title: string }>`
    select rifas.id as rifa_id, rifas.title, sums.*
    from (
      select ${RIFA_OF_ENTRY} as of_rifa, ${ALL_SUMS}
      from ledger_entries where (${OF_RIFAS} or account = 'partner_commissions') and ${isIn(period)} group by 1
    ) as sums
    join rifas on rifas.id = sums.of_rifa`.execute(db);
  return rows.map(({ rifaId, title, ...sums }) => ({
    rifaId,
    title,
    ...inCentavos(pickKinds(sums)),
  }));
}

/** Entries of accounts that exist once per shop. */
export const OF_SHOP = sql`account in ('fees', 'chargeback_loss', 'affiliate_commissions', 'partner_commissions')`;

/** Order of an entry's transaction. */
export const ORDER_OF_ENTRY = sql`case
  when entry.what in ('settle', 'discount', 'commission', 'commission_reversal', 'fix-order') then entry.second::uuid
  else payment.order_id end`;
export const PAYMENT_OF_ENTRY = sql`provider_payments payment on entry.what in ('in', 'out', 'fee', 'cb', 'fix-payment')
  and payment.provider = entry.second and payment.payment_id = entry.third`;
export const KEY_PARTS = sql`split_part(txn_key, ':', 1) as what, split_part(txn_key, ':', 2) as second,
  split_part(txn_key, ':', 3) as third`;

/**
 * Entries of the period that were recorded after its end and are therefore missing in files exported before. Null
 * without any.
 */
export async function selectRecordedLater(
  db: Kysely<DB>,
  period: FinancePeriod,
): Promise<{ sums: FinanceSums; latestAt: Date } | null> {
  const { rows } = await sql<Record<FinanceKind, string> & { latestAt: Date | null }>`
    select ${ALL_SUMS}, max(recorded_at) as latest_at
    from ledger_entries
    where ${isIn(period)} and recorded_at >= ${endOf(period)} and (${OF_RIFAS} or ${OF_SHOP})`.execute(db);
  const { latestAt, ...sums } = rows[0]!;
  return latestAt && { sums: inCentavos(sums), latestAt };
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
    reason: string | null;
  }>`
    with entry as (
      select id, created_at, txn_key, amount * ${sql.lit(sign)} as amount, ${RIFA_OF_ENTRY} as rifa_id,
        ${KEY_PARTS}
      from ledger_entries
      where ${isIn(period)} and ${which} and ${rifaId ? sql`split_part(account, ':', 2) = ${rifaId}` : sql`true`}
      order by created_at desc, id desc limit ${limit}
    )
    select entry.id, entry.created_at as at, entry.txn_key as key, entry.amount, rifas.title, orders.external_reference,
      case when entry.what = 'fee' and split_part(entry.txn_key, ':', 4) <> '' then 'Tarifa acertada pelo relatório do provedor'
        else approvals.reason end as reason
    from entry
    left join ${PAYMENT_OF_ENTRY}
    left join orders on orders.id = ${ORDER_OF_ENTRY}
    left join rifas on rifas.id = entry.rifa_id
    left join approvals on entry.what like 'fix%' and approvals.id::text = substring(entry.txn_key from '[^:]*$')
    order by entry.created_at desc, entry.id desc`.execute(db);
  return rows.map(({ at, amount, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    centavos: centavosFromNumeric(amount),
  }));
}

const localTime = (column: 'created_at' | 'recorded_at') =>
  sql`to_char(entry.${sql.ref(column)} at time zone 'America/Maceio', 'DD/MM/YYYY HH24:MI')`;

/** Every entry of a period, oldest first. A debit is positive. */
export async function selectAllEntries(db: Kysely<DB>, period: FinancePeriod, limit: number) {
  const { rows } = await sql<{
    at: string;
    recordedAt: string | null;
    key: string;
    account: string;
    amount: string;
    title: string | null;
  }>`
    select ${localTime('created_at')} as at, ${localTime('recorded_at')} as recorded_at, entry.txn_key as key,
      entry.account, entry.amount, rifas.title
    from (select * from ledger_entries where ${isIn(period)} order by created_at, id limit ${limit}) as entry
    left join rifas on rifas.id = ${RIFA_OF_ENTRY}
    order by entry.created_at, entry.id`.execute(db);
  return rows.map(({ amount, ...entry }) => ({ ...entry, centavos: centavosFromNumeric(amount) }));
}

export function inCentavos<Name extends string>(sums: Record<Name, string>): Record<Name, number> {
  return Object.fromEntries(
    Object.entries<string>(sums).map(([name, sum]) => [name, centavosFromNumeric(sum)]),
  ) as Record<Name, number>;
}

function pickKinds(row: Record<FinanceKind, string>): Record<FinanceKind, string> {
  return Object.fromEntries(FINANCE_KINDS.map((kind) => [kind, row[kind]])) as Record<FinanceKind, string>;
}

export function byKind(centavosOf: (kind: FinanceKind) => number): FinanceSums {
  return Object.fromEntries(FINANCE_KINDS.map((kind) => [kind, centavosOf(kind)])) as FinanceSums;
}

export const NOTHING = byKind(() => 0);
