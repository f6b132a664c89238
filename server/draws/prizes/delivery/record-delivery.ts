import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordEntry } from '../../../transparency/entries/record-entry.ts';

/** Writes into the public log that a prize was delivered. */
export async function recordDelivery(trx: Transaction<DB>, now: Date, winnerId: string): Promise<void> {
  const winner = await trx
    .selectFrom('rifaWinners')
    .select(['rifaId', 'winnerPosition', 'winnerNumber'])
    .where('id', '=', winnerId)
    .executeTakeFirst();
  if (!winner) return;
  await recordEntry(trx, {
    kind: 'delivered',
    at: now.toISOString(),
    rifaId: winner.rifaId,
    position: winner.winnerPosition,
    number: winner.winnerNumber,
  });
}
