/** Allocation of costs of orders and of the shop to rifas. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { FINANCE_KINDS, type FinanceKind } from '@mare/domain/admin/finance-figures.ts';
import {
  ALL_SUMS,
  byKind,
  type FinancePeriod,
  type FinanceSums,
  inCentavos,
  isIn,
  KEY_PARTS,
  KINDS,
  NOTHING,
  OF_SHOP,
  OF_RIFAS,
  ORDER_OF_ENTRY,
  PAYMENT_OF_ENTRY,
  RIFA_OF_ENTRY,
} from './finance.queries.ts';

/** Day of `entry` or `part` in Maceió. */
const dayOf = (table: 'entry' | 'part') =>
  sql`to_char(${sql.ref(`${table}.createdAt`)} at time zone 'America/Maceio', 'YYYY-MM-DD')`;

/**
 * SQL of a rifa's part of a cost of its order, in centavos, in proportion to the amounts paid for each rifa. The parts sum
 * to the cost exactly, and a reversed cost has the same parts. For queries of `share`.
 */
export const partOf = (centavos: RawBuilder<unknown>) => sql`(trunc(${centavos} * share.up_to / share.total)
  - trunc(${centavos} * (share.up_to - share.paid) / share.total))`;

/**
 * CTE `share`: amount paid for each rifa of an order, with its running sum and total.
 * @param isWanted condition on the key of the order's settlement
 */
export const sharesWhere = (isWanted: RawBuilder<unknown>) => sql`share as (
    select split_part(txn_key, ':', 2)::uuid as order_id, split_part(account, ':', 2)::uuid as rifa_id, -amount as paid,
      sum(-amount) over (partition by txn_key order by account) as up_to, sum(-amount) over (partition by txn_key) as total
    from ledger_entries
    where account like 'sales:%' and ${isWanted}
  )`;

/** Whether an entry is a reversal whose parts are in `reversed_part`. */
export const IS_REVERSAL = sql`(entry.what = 'commission_reversal')`;

/**
 * Reversed commissions of each rifa, in centavos, for queries with `entry` and `share`. A commission is earned on money that
 * was not refunded: after a reversal it is split over the rifas in proportion to their remaining sales, so that a rifa
 * whose sales were all refunded has none.
 */
export const REVERSED_COMMISSIONS = sql`
  reversal_order as (
    select distinct second::uuid as order_id from entry where ${IS_REVERSAL}
  ), commission as (
    select order_id, txn_key, is_reversal, seen_at,
      sum(centavos) over (partition by order_id order by is_reversal, seen_at) as standing
    from reversal_order cross join lateral (
      select txn_key, txn_key like 'commission_reversal:%' as is_reversal,
        coalesce(recorded_at, created_at) as seen_at, amount * 100 as centavos
      from ledger_entries where account = 'affiliate_commissions' and (txn_key = 'commission:' || order_id
        or txn_key >= 'commission_reversal:' || order_id || ':' and txn_key < 'commission_reversal:' || order_id || ';')
    ) as booked
  ), staying as (
    select commission.*, share.rifa_id, share.paid - case when is_reversal then coalesce((
        select sum(went_out.amount) from provider_payments payment
        join ledger_entries went_out on went_out.account = 'sales:' || share.rifa_id
          and went_out.txn_key >= 'out:' || payment.provider || ':' || payment.payment_id || ':'
          and went_out.txn_key < 'out:' || payment.provider || ':' || payment.payment_id || ';'
          and coalesce(went_out.recorded_at, went_out.created_at) <= commission.seen_at
        where payment.order_id = commission.order_id), 0) else 0 end as paid
    from commission join share on share.order_id = commission.order_id and share.total > 0
  ), weighed as (
    select staying.*, sum(paid) over (partition by order_id, txn_key order by rifa_id) as up_to,
      sum(paid) over (partition by order_id, txn_key) as total
    from staying
  ), held as (
    select share.*, case when total > 0 then ${partOf(sql`standing`)} else 0 end as centavos_held
    from weighed as share
  ), reversed as (
    select order_id, txn_key, rifa_id, is_reversal,
      centavos_held - lag(centavos_held, 1, 0) over (partition by order_id, rifa_id order by is_reversal, seen_at) as centavos
    from held
  ), reversed_part as (
    select entry.created_at, entry.recorded_at, reversed.order_id, reversed.rifa_id, reversed.centavos
    from reversed join entry using (txn_key) where is_reversal
  )`;

/** Fees, charge-backs and commissions of orders by moment, kind and rifa. */
const sharedOut = (period: FinancePeriod) => sql`
  with entry as (
    select created_at, recorded_at, txn_key, amount * 100 as centavos, ${KEY_PARTS},
      case when ${KINDS.fees.which} then 'fees' when ${KINDS.chargebacks.which} then 'chargebacks' else 'commissions' end as kind
    from ledger_entries where ${isIn(period)} and ${OF_SHOP} and ${RIFA_OF_ENTRY} is null
  ), cost as (
    select entry.created_at, ${ORDER_OF_ENTRY} as order_id, entry.kind, ${IS_REVERSAL} as is_reversal,
      sum(entry.centavos) as centavos
    from entry left join ${PAYMENT_OF_ENTRY} group by 1, 2, 3, 4
  ), ${sharesWhere(sql`txn_key in (select 'settle:' || order_id from cost)`)}, ${REVERSED_COMMISSIONS}, part as (
    select cost.created_at, share.rifa_id, cost.kind, ${partOf(sql`cost.centavos`)} as centavos
    from cost join share using (order_id) where share.total > 0 and not cost.is_reversal
    union all
    select created_at, rifa_id, 'commissions', centavos from reversed_part
  )`;

export interface SharedCost {
  rifaId: string;
  title: string;
  kind: FinanceKind;
  centavos: number;
}

export async function selectSharedOut(db: Kysely<DB>, period: FinancePeriod): Promise<SharedCost[]> {
  const { rows } = await sql<SharedCost>`
    ${sharedOut(period)}
    select part.rifa_id, rifas.title, part.kind, sum(part.centavos)::bigint as centavos
    from part join rifas on rifas.id = part.rifa_id group by 1, 2, 3`.execute(db);
  return rows;
}

interface DayOfRifa {
  day: string;
  /** Empty, like the title, for an amount that belongs to no rifa. */
  rifaId: string;
  title: string;
  sums: FinanceSums;
}

/** One row per day and rifa, oldest first, with its shares of fees, charge-backs and commissions. */
export async function selectDaysOfRifas(db: Kysely<DB>, period: FinancePeriod): Promise<DayOfRifa[]> {
  const days = new Map<string, DayOfRifa>();
  const add = ({ day, rifaId, title }: Omit<DayOfRifa, 'sums'>, sums: Partial<FinanceSums>) => {
    const key = `${day} ${rifaId}`;
    const before = days.get(key)?.sums ?? NOTHING;
    days.set(key, { day, rifaId, title, sums: byKind((kind) => before[kind] + (sums[kind] ?? 0)) });
  };
  for (const { sums, ...ofDay } of await selectBookedDays(db, period)) add(ofDay, sums);
  const { rows } = await sql<SharedCost & { day: string }>`
    ${sharedOut(period)}
    select ${dayOf('part')} as day, part.rifa_id, rifas.title, part.kind, sum(part.centavos)::bigint as centavos
    from part join rifas on rifas.id = part.rifa_id group by 1, 2, 3, 4`.execute(db);
  for (const { kind, centavos, ...ofDay } of rows) {
    add(ofDay, { [kind]: centavos });
    add({ day: ofDay.day, rifaId: '', title: '' }, { [kind]: -centavos });
  }
  return [...days.values()]
    .filter(({ rifaId, sums }) => rifaId !== '' || FINANCE_KINDS.some((kind) => sums[kind] !== 0))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.title.localeCompare(b.title));
}

/** Sums by day and rifa of the entries; empty for costs of whole orders. */
async function selectBookedDays(db: Kysely<DB>, period: FinancePeriod): Promise<DayOfRifa[]> {
  const { rows } = await sql<Record<FinanceKind, string> & Omit<DayOfRifa, 'sums'>>`
    select ${dayOf('entry')} as day, coalesce(rifas.id::text, '') as rifa_id, coalesce(rifas.title, '') as title, ${ALL_SUMS}
    from (select * from ledger_entries where ${isIn(period)}) as entry
    left join rifas on rifas.id = ${RIFA_OF_ENTRY}
    where ${OF_RIFAS} or ${OF_SHOP}
    group by 1, rifas.id, 3`.execute(db);
  return rows.map(({ day, rifaId, title, ...sums }) => ({ day, rifaId, title, sums: inCentavos(sums) }));
}
