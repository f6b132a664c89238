import type { Kysely } from 'kysely';
import type { OrderReceipt } from '@mare/contract/draws/receipts.ts';
import type { DB } from '@mare/database/schema.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { type Receipt, receiptCommitment, receiptText } from '@mare/domain/transparency/receipts/receipt.ts';
import { listEntries } from '../../transparency/entries/list-entries.ts';

type Contradiction = Extract<OrderReceipt, { state: 'ready' }>['contradiction'];

/**
 * Compares a receipt with its entry in the public log, and with the numbers that the order's page shows.
 * @param entry body of the order's entry in the log
 */
export async function findContradiction(
  db: Kysely<DB>,
  { id, receipt }: { id: string; receipt: Receipt },
  entry: Uint8Array,
): Promise<Contradiction> {
  const logged = decodeEntry(entry);
  if (logged?.kind !== 'receipt' || logged.commitment !== receiptCommitment(receiptText(receipt)))
    return 'RECEIPT_CHANGED';
  // The lines are read before the exits, since a return that is decided between would lack its exit.
  const lines = await db
    .selectFrom('orderItems')
    .select(['rifaId', 'selectedNumbers'])
    .where('orderId', '=', id)
    .execute();
  const exits = await listEntries(db, id, ['exit']);
  const paid = new Set(receipt.rifas.flatMap(({ rifaId, numbers }) => numbers.map(keyOf(rifaId))));
  const shown = new Set(lines.flatMap(({ rifaId, selectedNumbers }) => selectedNumbers.map(keyOf(rifaId))));
  const left = new Set(exits.flatMap(({ rifaId, numbers }) => numbers.map(keyOf(rifaId))));
  const hasLeft = (key: string) => left.has(key) || exits.some(({ numbers }) => numbers[0] === 'todas');
  return [...shown].every((key) => paid.has(key)) && [...paid].every((key) => shown.has(key) || hasLeft(key))
    ? null
    : 'NUMBERS_CHANGED';
}

const keyOf = (rifaId: string | null) => (number: number | string) => `${rifaId} ${number}`;
