/** Data of the order page that exists only once the order is no longer pending. Concurrent reads share one statement. */
import { sql } from 'kysely';
import type { Withdrawal } from '@mare/contract/orders/orders.ts';
import {
  type CotaOutcomes,
  cotaOutcomesOf,
  NO_OUTCOMES,
  outcomesShown,
} from '../orders/own/read-cota-outcomes.ts';
import { type PaidLineRow, paidLinesOf, toPaidLine } from '../orders/returns/returned-cotas.ts';
import type { StoredOrder } from '../orders/reading/find-order.ts';
import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';
import {
  refundableCentavosOf,
  type SettlingPayment,
  settlingPaymentOf,
} from './refunds/read-returned-money.ts';
import { isWithdrawable, previewWithdrawal } from './refunds/withdraw-order.ts';

type Deps = Pick<Platform, 'db' | 'pool' | 'caches'>;

interface SettledOrderRequest {
  orderId: string;
  /** Also reads the lines and the payment, which decide what a withdrawal would return. */
  withLines: boolean;
}

type SettledRow = CotaOutcomes & { lines: PaidLineRow[] | null; settling: SettlingPayment | null };

const settledLoader = defineCache((platform: Pick<Platform, 'db' | 'pool'>) =>
  createBatchLoader((requests: SettledOrderRequest[]) => readAll(platform, requests), { width: 2 }),
);

/**
 * @param isOwn whether the caller is the buyer, who alone sees what a withdrawal would return
 * @returns `withdrawal` null for other callers, and for an order that is unpaid or disputed
 */
export async function readSettledOrder(
  platform: Deps,
  order: StoredOrder,
  { isOwn, now }: { isOwn: boolean; now: Date },
): Promise<{ outcomes: CotaOutcomes; withdrawal: Withdrawal | null }> {
  if (order.status === 'pending') return { outcomes: NO_OUTCOMES, withdrawal: null };
  const withLines = isOwn && isWithdrawable(order);
  const read = await settledLoader(platform).load({ orderId: order.id, withLines });
  const outcomes = outcomesShown(order.status, read);
  if (!withLines) return { outcomes, withdrawal: null };
  const lines = read.lines!.map(toPaidLine);
  const refundable = refundableCentavosOf(read.settling);
  return {
    outcomes,
    withdrawal: await previewWithdrawal(platform.db, order, { lines, refundable, now }),
  };
}

async function readAll(
  { db, pool }: Pick<Platform, 'db' | 'pool'>,
  requests: readonly SettledOrderRequest[],
): Promise<SettledRow[]> {
  const id = sql<string>`asked.id`;
  // Amounts as text: JSON numbers would lose decimal precision.
  const { sql: text, parameters } = sql`
    select ${cotaOutcomesOf(id)},
      case when asked.with_lines then (
        select coalesce(json_agg(line order by line."lineNo"), '[]') from (${paidLinesOf(id)}) as line) end as lines,
      case when asked.with_lines then (
        select json_build_object('amount', amount::text, 'refunded', refunded::text, 'done', done::text,
          'open', open::text)
        from (${settlingPaymentOf(db, id)}) as payment) end as settling
    from unnest(${requests.map(({ orderId }) => orderId)}::uuid[], ${requests.map(({ withLines }) => withLines)}::boolean[])
      with ordinality as asked (id, with_lines, place)
    order by asked.place`.compile(db);
  const { rows } = await pool.query<SettledRow>({ name: 'settled-orders', text, values: [...parameters] });
  return rows;
}
