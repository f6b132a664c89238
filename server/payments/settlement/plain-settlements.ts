/** Selects the orders of a payment batch that only have to be marked as paid. */
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { ORDER_STATES, type OrderStatus } from '@mare/domain/orders/order-state.ts';
import { compareReport, type PaymentState } from '@mare/domain/payments/payment-state.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import { orderReferencesLock } from './with-order-lock.ts';

export interface PlainSettlement {
  snapshot: PaymentSnapshot;
  order: {
    id: string;
    userId: string;
    status: OrderStatus;
    totalAmount: string;
    customer: unknown;
    receiptNonce: Buffer | null;
  };
  lines: SettledLine[];
}

export interface SettledLine {
  rifaId: string;
  numbers: number[];
  totalCentavos: number;
  /** Discount by plans, combos and coupons; negative if the order costs more than the list price. */
  savedCentavos: number;
}

interface OrderRow {
  id: string;
  external_reference: string;
  user_id: string;
  status: OrderStatus;
  total_amount: string;
  customer: unknown;
  receipt_nonce: Buffer | null;
  group_part_id: string | null;
  disputed_at: Date | null;
}

interface LineRow {
  order_id: string;
  rifa_id: string;
  numbers: number[];
  amount: string;
  saved: string;
}

interface StoredRow {
  provider: string;
  payment_id: string;
  state: PaymentState;
  amount: string;
  refunded: string;
  provider_updated_at: Date;
  disposition: string;
}

/**
 * Locks the orders of these payments, then their rifas, as `settleOrder` does, and reads the data for settling them.
 * Each statement sees the commits of the transactions that earlier locks waited for.
 */
export function lockForSettlement(
  snapshots: readonly PaymentSnapshot[],
): [name: string, query: RawBuilder<unknown>][] {
  const references = snapshots.flatMap(({ externalReference }) => externalReference ?? []);
  const orderIds = sql`select id from orders where external_reference = any(${references}::text[])`;
  return [
    ['settle-lock-references', orderReferencesLock(references)],
    [
      'settle-lock-orders',
      sql`select id, external_reference, user_id, status, total_amount, customer, receipt_nonce, group_part_id, disputed_at
          from orders where external_reference = any(${references}::text[]) order by id for update`,
    ],
    [
      'settle-lock-rifas',
      // Freezing the list locks the rifa for update: it waits for these payments or precedes them.
      sql`select id, status from rifas where id in (select rifa_id from order_items where order_id in (${orderIds}))
          order by id for key share`,
    ],
    [
      'settle-lines',
      sql`select order_id, rifa_id, selected_numbers as numbers, total_amount as amount,
            (quantity - bonus_quantity) * unit_price - total_amount as saved
          from order_items where order_id in (${orderIds}) order by order_id, line_no`,
    ],
    ['settle-returned', sql`select distinct order_id from returned_cotas where order_id in (${orderIds})`],
    [
      'settle-stored',
      sql`select stored.provider, stored.payment_id, state, amount, refunded, provider_updated_at, disposition
          from provider_payments stored
          join unnest(${snapshots.map(({ provider }) => provider)}::text[],
            ${snapshots.map(({ paymentId }) => paymentId)}::text[]) as reported (provider, payment_id)
            on stored.provider = reported.provider and stored.payment_id = reported.payment_id`,
    ],
  ];
}

/** @param found results of the statements of `lockForSettlement` */
export function findPlainSettlements(
  snapshots: readonly PaymentSnapshot[],
  found: readonly pg.QueryResult[],
): PlainSettlement[] {
  const [, orders, rifas, lines, returned, stored] = found.map(({ rows }) => rows as unknown[]);
  const cancelled = new Set(
    (rifas as { id: string; status: string }[]).flatMap(({ id, status }) =>
      status === 'cancelled' ? id : [],
    ),
  );
  const withReturned = new Set((returned as { order_id: string }[]).map(({ order_id }) => order_id));
  const storedOf = new Map((stored as StoredRow[]).map((row) => [keyOf(row.provider, row.payment_id), row]));
  const linesOf = Map.groupBy(lines as LineRow[], ({ order_id }) => order_id);
  const orderOf = new Map((orders as OrderRow[]).map((order) => [order.external_reference, order]));
  return snapshots.flatMap((snapshot) => {
    const order = orderOf.get(snapshot.externalReference ?? '');
    if (!order) return [];
    const ofOrder = linesOf.get(order.id) ?? [];
    const isPlain =
      ORDER_STATES[order.status].holding === 'reserved' &&
      order.group_part_id === null &&
      order.disputed_at === null &&
      snapshot.currency === 'BRL' &&
      snapshot.amountCentavos === centavosFromNumeric(order.total_amount) &&
      isFirstMoney(storedOf.get(keyOf(snapshot.provider, snapshot.paymentId)), snapshot) &&
      ofOrder.length > 0 &&
      ofOrder.every(({ rifa_id }) => !cancelled.has(rifa_id)) &&
      !withReturned.has(order.id);
    if (!isPlain) return [];
    // A second payment of the same order is applied after this one has settled it.
    orderOf.delete(order.external_reference);
    return [{ snapshot, order: toOrder(order), lines: ofOrder.map(toLine) }];
  });
}

const keyOf = (provider: string, paymentId: string) => `${provider}:${paymentId}`;

function isFirstMoney(stored: StoredRow | undefined, snapshot: PaymentSnapshot): boolean {
  if (!stored) return true;
  const report = {
    state: stored.state,
    amountCentavos: centavosFromNumeric(stored.amount),
    refundedCentavos: centavosFromNumeric(stored.refunded),
    updatedAt: stored.provider_updated_at,
  };
  return stored.disposition === 'open' && compareReport(report, snapshot) === 'accept';
}

function toOrder(row: OrderRow): PlainSettlement['order'] {
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    totalAmount: row.total_amount,
    customer: row.customer,
    receiptNonce: row.receipt_nonce,
  };
}

function toLine(row: LineRow): SettledLine {
  return {
    rifaId: row.rifa_id,
    numbers: row.numbers,
    totalCentavos: centavosFromNumeric(row.amount),
    savedCentavos: centavosFromNumeric(row.saved),
  };
}
