import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { decodeEntry, type ExitReason } from '@mare/domain/transparency/log/log-entry.ts';
import { receiptCommitment } from '@mare/domain/transparency/receipts/receipt.ts';
import { findLatestEntry } from '../../transparency/find-latest-entry.ts';
import { recordEntry } from '../../transparency/record-entry.ts';

/** All cotas of a receipt leave it. */
const ALL = 'todas';

/**
 * Records in the public log that cotas of a paid order need not be on the frozen list, in the transaction that decides
 * it. After all cotas have left, no further exits of the order are recorded.
 * @param cotas null for all
 */
export async function recordExit(
  trx: Transaction<DB>,
  orderId: string,
  reason: ExitReason,
  cotas: { rifaId: string; numbers: readonly number[] } | null,
): Promise<void> {
  const given = await trx
    .selectFrom('orderReceipts')
    .select(['receipt', sql<Date>`now()`.as('now')])
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  if (!given) return;
  const body = await findLatestEntry(trx, orderId, 'exit');
  const last = body && decodeEntry(body);
  if (last?.kind === 'exit' && last.numbers[0] === ALL && last.reason !== 'contestacao') return;
  await recordEntry(
    trx,
    {
      kind: 'exit',
      at: given.now.toISOString(),
      commitment: receiptCommitment(given.receipt),
      reason,
      rifaId: cotas?.rifaId ?? null,
      numbers: cotas ? cotas.numbers.map(String) : [ALL],
    },
    orderId,
  );
}
