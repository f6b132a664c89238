/** Reads the ledger by order and rifa: each moment at which money of an order moved. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  ALL_SUMS,
  type FinancePeriod,
  type FinanceSums,
  inCentavos,
  isIn,
  KEY_PARTS,
  OF_RIFAS,
  OF_SHOP,
  ORDER_OF_ENTRY,
  PAYMENT_OF_ENTRY,
  RIFA_OF_ENTRY,
} from './finance.queries.ts';
import { IS_REVERSAL, partOf, REVERSED_COMMISSIONS, sharesWhere } from './rifa-shares.queries.ts';
import { FINANCE_KINDS, type FinanceKind } from '@mare/domain/admin/finance-figures.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { couponOfOrder } from '../../orders/reading/coupon-of-order.ts';
import { cashOwed } from '../../orders/reading/cash-owed.ts';
import { disputedNow } from '../../orders/reading/disputed-orders.ts';

export interface Movement {
  at: Date;
  /** Later than `at` if the money was recorded late; null for entries older than this column. */
  recordedAt: Date | null;
  /** The rest is null for money without an order: prizes, taxes, vouchers, transfers. */
  externalReference: string | null;
  createdAt: Date | null;
  paidAt: Date | null;
  status: string | null;
  isDisputed: boolean | null;
  cashOwedCentavos: number;
  name: string | null;
  email: string | null;
  cpf: string | null;
  coupon: string | null;
  method: string | null;
  provider: string | null;
  paymentId: string | null;
  /** Null for costs of no rifa. */
  title: string | null;
  sums: FinanceSums;
}

/** Costs of an order, split over its rifas by what was paid for each: the parts sum to the cost. */
const SHARED = sql.join(
  FINANCE_KINDS.map((kind) => {
    const part = partOf(sql`cost.${sql.ref(kind)} * 100`);
    return sql`(${part} / 100)::numeric(14, 2)`;
  }),
);

const REVERSED = sql.join(
  FINANCE_KINDS.map((kind) => (kind === 'commissions' ? sql`(centavos / 100)::numeric(14, 2)` : sql`0`)),
);

/** Passed as an array, so that the planner uses the index. */
const ORDERS_OF_COSTS = sql`txn_key = any (array(select 'settle:' || order_id from cost))`;

const SUMS_OF_COST = sql.join(FINANCE_KINDS.map((kind) => sql`cost.${sql.ref(kind)}`));

const SUMS_OF_BOTH = sql.join(
  FINANCE_KINDS.map((kind) => sql`sum(moved.${sql.ref(kind)}) as ${sql.ref(kind)}`),
);

/** Oldest first. Their sums equal those of the period's entries. */
export async function selectMovements(db: Kysely<DB>, from: Date, until: Date): Promise<Movement[]> {
  const { rows } = await sql<Omit<Movement, 'sums'> & Record<FinanceKind, string>>`
    with entry as (
      select created_at, recorded_at, txn_key, account, amount, ${KEY_PARTS} from ledger_entries
      where created_at >= ${from} and created_at < ${until} and (${OF_RIFAS} or ${OF_SHOP})
    ), known as (
      select entry.created_at, entry.recorded_at, entry.txn_key, entry.account, entry.amount, ${ORDER_OF_ENTRY} as order_id,
        ${RIFA_OF_ENTRY} as rifa_id, ${IS_REVERSAL} as is_reversal
      from entry left join ${PAYMENT_OF_ENTRY}
    ), direct as (
      select created_at, order_id, rifa_id, max(recorded_at) as recorded_at, ${ALL_SUMS}
      from known where rifa_id is not null group by 1, 2, 3
    ), cost as (
      select created_at, order_id, is_reversal, max(recorded_at) as recorded_at, ${ALL_SUMS}
      from known where rifa_id is null group by 1, 2, 3
    ), ${sharesWhere(ORDERS_OF_COSTS)}, ${REVERSED_COMMISSIONS}, moved as (
      select * from direct
      union all
      select cost.created_at, cost.order_id, share.rifa_id, cost.recorded_at, ${SHARED}
      from cost join share on share.order_id = cost.order_id and share.total > 0 and not cost.is_reversal
      union all
      select created_at, order_id, rifa_id, recorded_at, ${REVERSED} from reversed_part
      union all
      select cost.created_at, cost.order_id, null, cost.recorded_at, ${SUMS_OF_COST}
      from cost where not exists (select from share where share.order_id = cost.order_id and share.total > 0)
    )
    select moved.created_at as at, max(moved.recorded_at) as recorded_at, orders.external_reference, orders.created_at, orders.paid_at, orders.status,
      ${disputedNow} as is_disputed, ${cashOwed} as cash_owed_centavos,
      profiles.name, ${emailOrStated} as email, orders.customer ->> 'cpf' as cpf,
      ${couponOfOrder} as coupon,
      payment.method, payment.provider, payment.payment_id, rifas.title, ${SUMS_OF_BOTH}
    from moved
    left join orders on orders.id = moved.order_id
    left join profiles on profiles.id = orders.user_id
    left join provider_payments payment on payment.order_id = orders.id and payment.disposition = 'settles'
    left join rifas on rifas.id = moved.rifa_id
    group by moved.created_at, orders.id, profiles.id, payment.provider, payment.payment_id, rifas.id
    order by 1, orders.external_reference, rifas.title`.execute(db);
  return rows.map((row) => ({
    ...row,
    sums: inCentavos(
      Object.fromEntries(FINANCE_KINDS.map((kind) => [kind, row[kind]])) as Record<FinanceKind, string>,
    ),
  }));
}

/** Moments of the first and last entry of some days; null without any. */
export async function findEntryBounds(
  db: Kysely<DB>,
  period: FinancePeriod,
): Promise<{ first: Date; last: Date } | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(created_at) as first, max(created_at) as last from ledger_entries where ${isIn(period)}`.execute(
    db,
  );
  const { first, last } = rows[0]!;
  return first && last && { first, last };
}

const HOUR_MS = 3_600_000;

/**
 * A moment with about `size` entries between `from` and it; entries of one moment are not split. Searches growing
 * time ranges, because the BRIN index by time does not sort.
 */
export async function findBatchEnd(db: Kysely<DB>, from: Date, end: Date, size: number): Promise<Date> {
  for (let spanMs = HOUR_MS; ; spanMs *= 4) {
    const until = new Date(Math.min(from.getTime() + spanMs, end.getTime()));
    const beyond = await db
      .selectFrom('ledgerEntries')
      .select('createdAt')
      .where('createdAt', '>=', from)
      .where('createdAt', '<', until)
      .orderBy('createdAt')
      .offset(size)
      .limit(1)
      .executeTakeFirst();
    if (beyond) return beyond.createdAt > from ? beyond.createdAt : new Date(from.getTime() + 1);
    if (until >= end) return end;
  }
}
