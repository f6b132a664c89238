import { createHash, randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { encodeEntry } from '@mare/domain/transparency/log-entry.ts';
import {
  buyerSalt,
  buyerText,
  NONCE_BYTES,
  receiptSalt,
  receiptText,
} from '@mare/domain/transparency/receipt.ts';

/**
 * Gives a paid order its receipt and puts the commitment into the public log, in the transaction that settles it. One
 * statement, as it happens with every order. An order that was settled before keeps its first receipt.
 */
export async function recordReceipt(
  trx: Transaction<DB>,
  order: { id: string; customer: unknown; receiptNonce: Buffer | null },
  lines: readonly { rifaId: string; numbers: readonly number[] }[],
  paidAt: Date,
): Promise<void> {
  const nonce = order.receiptNonce ?? randomBytes(NONCE_BYTES);
  const buyer = buyerText({ ...identityOf(order.customer), salt: buyerSalt(nonce.toString('hex')) });
  const receipt = receiptText({
    orderId: order.id,
    paidAt: paidAt.toISOString(),
    rifas: lines,
    buyer: sha256Hex(buyer),
    salt: receiptSalt(nonce.toString('hex')),
  });
  const entry = encodeEntry({ kind: 'receipt', commitment: sha256Hex(receipt) });
  await sql`
    with given as (
      insert into order_receipts (order_id, receipt, nonce) values (${order.id}, ${receipt}, ${nonce})
      on conflict (order_id) do nothing returning order_id
    )
    insert into log_queue (kind, subject_id, body)
    select 'receipt', order_id, ${Buffer.from(entry)} from given`.execute(trx);
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
