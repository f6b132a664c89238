import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';

/** Writes a result into the public log, with the hash of the official response that it has by now. */
export async function recordResultEntry(trx: Transaction<DB>, now: Date, resultId: string): Promise<void> {
  const { rawHash, ...result } = await trx
    .selectFrom('lotteryResults')
    .select(['extraction', 'version', 'drawnOn', 'source', 'rawHash', 'prizes'])
    .where('id', '=', resultId)
    .executeTakeFirstOrThrow();
  await recordEntry(trx, { kind: 'result', at: now.toISOString(), ...result, bodyHash: rawHash });
}
