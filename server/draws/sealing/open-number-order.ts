import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';

/**
 * Writes the key of the secret order of a rifa's numbers into the public log, in the transaction of its draw. The
 * publication committed to the key, and sales are over.
 */
export async function openNumberOrder(trx: Transaction<DB>, rifaId: string, at: Date): Promise<void> {
  const secret = await trx
    .selectFrom('rifaSecrets')
    .select('numberKey')
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  if (!secret) return;
  const key = secret.numberKey.toString('hex');
  await recordEntry(trx, { kind: 'orderOpened', at: at.toISOString(), rifaId, key });
}
