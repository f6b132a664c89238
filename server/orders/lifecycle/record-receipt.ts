import { createHash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { addPurchases } from '../../accounts/profile/buyer-totals.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import { encodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import {
  buyerSalt,
  buyerText,
  NONCE_BYTES,
  receiptSalt,
  receiptText,
} from '@mare/domain/transparency/receipts/receipt.ts';

interface PaidOrder {
  id: string;
  customer: unknown;
  /** Null: generated here. */
  receiptNonce: Buffer | null;
}

type Lines = readonly { rifaId: string; numbers: number[] }[];

/**
 * Creates the receipt of a paid order and adds its commitment to the public log, in the transaction that settles it. An
 * order that was settled before keeps its first receipt.
 */
export async function recordReceipt(
  trx: Transaction<DB>,
  order: PaidOrder,
  lines: Lines,
  paidAt: Date,
): Promise<void> {
  const { receipt, nonce, entry } = makeReceipt(order, lines, paidAt);
  await sql`
    with given as (
      insert into order_receipts (order_id, receipt, nonce) values (${order.id}, ${receipt}, ${nonce})
      on conflict (order_id) do nothing returning order_id
    )
    insert into log_queue (kind, subject_id, body)
    select 'receipt', order_id, ${entry} from given`.execute(trx);
}

/** A locked order that becomes paid. */
export interface OrderPaid {
  order: PaidOrder & { userId: string; totalAmount: string; status: OrderStatus };
  lines: Lines;
  paidAt: Date;
  /** The order's hold had expired. */
  late: boolean;
}

/** Marks locked orders as paid, with their history, receipts and the buyers' totals, in one statement for speed. */
export function recordPaid(paid: readonly OrderPaid[]): RawBuilder<unknown> {
  const receipts = paid.map(({ order, lines, paidAt }) => makeReceipt(order, lines, paidAt));
  return sql`
    with settled as (
      select * from unnest(
        ${paid.map(({ order }) => order.id)}::uuid[], ${paid.map(({ paidAt }) => paidAt)}::timestamptz[],
        ${paid.map(({ order }) => order.status)}::text[],
        ${paid.map(({ paidAt, late }) => JSON.stringify({ paidAt, late }))}::text[],
        ${receipts.map(({ receipt }) => receipt)}::text[], ${receipts.map(({ nonce }) => nonce)}::bytea[],
        ${receipts.map(({ entry }) => entry)}::bytea[]
      ) as settled (order_id, paid_at, from_status, data, receipt, nonce, entry)
    ), paid as (
      update orders set status = 'paid', paid_at = settled.paid_at, closing_at = null, updated_at = now()
      from settled where orders.id = settled.order_id
    ), buyer as (
      ${addPurchases(paid.map(({ order, paidAt }) => ({ ...order, paidAt })))}
    ), event as (
      insert into order_events (order_id, kind, from_status, to_status, source, data)
      select order_id, 'order.paid', from_status, 'paid', 'payment', data::jsonb from settled
    ), given as (
      insert into order_receipts (order_id, receipt, nonce) select order_id, receipt, nonce from settled
      on conflict (order_id) do nothing returning order_id
    )
    insert into log_queue (kind, subject_id, body)
    select 'receipt', order_id, entry from settled join given using (order_id)`;
}

function makeReceipt(order: PaidOrder, lines: Lines, paidAt: Date) {
  const nonce = order.receiptNonce ?? randomBytes(NONCE_BYTES);
  const hex = nonce.toString('hex');
  const receipt = receiptText({
    orderId: order.id,
    paidAt: paidAt.toISOString(),
    rifas: lines,
    buyer: sha256Hex(buyerText({ ...identityOf(order.customer), salt: buyerSalt(hex) })),
    salt: receiptSalt(hex),
  });
  const entry = Buffer.from(encodeEntry({ kind: 'receipt', commitment: sha256Hex(receipt) }));
  return { nonce, receipt, entry };
}

/** As given by the buyer with the order. */
export function identityOf(customer: unknown): { name: string; cpf: string | null } {
  const { name, cpf } = customer as { name?: unknown; cpf?: unknown };
  const digits = typeof cpf === 'string' ? cpf.replaceAll(/\D/g, '') : '';
  return { name: typeof name === 'string' ? name : '', cpf: digits === '' ? null : digits };
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
