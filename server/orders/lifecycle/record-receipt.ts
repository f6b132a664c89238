import { createHash, randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { addPurchase } from '../../accounts/profile/buyer-totals.ts';
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
  /** Null: made here. */
  receiptNonce: Buffer | null;
}

type Lines = readonly { rifaId: string; numbers: readonly number[] }[];

/**
 * Gives a paid order its receipt and puts the commitment into the public log, in the transaction that settles it. An
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

/**
 * Marks a locked order as paid, with its history, its receipt and the buyer's totals: one statement, as it happens with
 * every order.
 * @param change.late the order's hold had expired
 */
export async function recordPaid(
  trx: Transaction<DB>,
  order: PaidOrder & { userId: string; totalAmount: string; status: OrderStatus },
  lines: Lines,
  { paidAt, late }: { paidAt: Date; late: boolean },
): Promise<void> {
  const { receipt, nonce, entry } = makeReceipt(order, lines, paidAt);
  await sql`
    with paid as (
      update orders set status = 'paid', paid_at = ${paidAt}, closing_at = null, updated_at = now() where id = ${order.id}
    ), buyer as (
      ${addPurchase(order.userId, order.totalAmount, paidAt)}
    ), event as (
      insert into order_events (order_id, kind, from_status, to_status, source, data)
      values (${order.id}, 'order.paid', ${order.status}, 'paid', 'payment', ${JSON.stringify({ paidAt, late })})
    ), given as (
      insert into order_receipts (order_id, receipt, nonce) values (${order.id}, ${receipt}, ${nonce})
      on conflict (order_id) do nothing returning order_id
    )
    insert into log_queue (kind, subject_id, body)
    select 'receipt', order_id, ${entry} from given`.execute(trx);
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

/** As the buyer stated it with the order. */
export function identityOf(customer: unknown): { name: string; cpf: string | null } {
  const { name, cpf } = customer as { name?: unknown; cpf?: unknown };
  const digits = typeof cpf === 'string' ? cpf.replaceAll(/\D/g, '') : '';
  return { name: typeof name === 'string' ? name : '', cpf: digits === '' ? null : digits };
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
