import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordEntry } from '../../../transparency/entries/record-entry.ts';
import { findSeed } from './placement-seed.ts';

/** Writes the seed of the cotas premiadas, if there are any, into the public log, in the transaction that ends the sales. */
export async function revealSeed(trx: Transaction<DB>, rifaId: string, at: Date): Promise<void> {
  const stored = await findSeed(trx, rifaId);
  if (!stored) return;
  const seed = stored.seed.toString('hex');
  await recordEntry(trx, { kind: 'revealed', at: at.toISOString(), rifaId, seed });
}
