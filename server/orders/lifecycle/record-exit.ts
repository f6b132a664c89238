import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { ExitReason } from '@mare/domain/transparency/log/entry-kinds.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { receiptCommitment } from '@mare/domain/transparency/receipts/receipt.ts';
import { findLatestEntry } from '../../transparency/entries/find-latest-entry.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';

/** All cotas of a receipt may be missing. */
const ALL = 'todas';

/**
 * Records in the public log that cotas of a paid order may be missing from the frozen list, in the transaction that
 * decides it. Once all its cotas may be missing, records nothing more for the order.
 * @param cotas null for all
 */
export async function recordExit(
  trx: Transaction<DB>,
  orderId: string,
  reason: ExitReason,
  cotas: { rifaId: string; numbers: readonly number[] } | null,
): Promise<void> {
  const receiptRow = await trx
    .selectFrom('orderReceipts')
    .select(['receipt', sql<Date>`now()`.as('now')])
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  if (!receiptRow) return;
  const body = await findLatestEntry(trx, orderId, 'exit');
  const last = body && decodeEntry(body);
  if (last?.kind === 'exit' && last.numbers[0] === ALL && last.reason !== 'contestacao') return;
  await recordEntry(
    trx,
    {
      kind: 'exit',
      at: receiptRow.now.toISOString(),
      commitment: receiptCommitment(receiptRow.receipt),
      reason,
      rifaId: cotas?.rifaId ?? null,
      numbers: cotas ? cotas.numbers.map(String) : [ALL],
    },
    orderId,
  );
}
