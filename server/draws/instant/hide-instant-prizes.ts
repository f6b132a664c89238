import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { placeInstantPrizes, SEED_BYTES, seedCommitment } from '@mare/domain/draws/instant-prizes.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Hides a rifa's cotas premiadas in the transaction that publishes it: generates the seed and stores the commitments,
 * which are public before the first sale. The numbers are not stored until they are found.
 */
export async function hideInstantPrizes(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  { id, totalNumbers }: { id: string; totalNumbers: number },
): Promise<void> {
  const prizes = await trx
    .selectFrom('instantPrizes')
    .select('position')
    .where('rifaId', '=', id)
    .orderBy('position')
    .execute();
  if (prizes.length === 0) return;
  const seed = random.bytes(SEED_BYTES);
  await trx
    .insertInto('instantPrizeSeeds')
    .values({ rifaId: id, seed, seedCommitment: seedCommitment(seed), placedAt: clock.now() })
    .execute();
  for (const { position, commitment } of placeInstantPrizes(id, seed, {
    totalNumbers,
    count: prizes.length,
  }))
    await trx
      .updateTable('instantPrizes')
      .set({ commitment })
      .where('rifaId', '=', id)
      .where('position', '=', position)
      .execute();
}

/** Whether the rifa has at least as many numbers as cotas premiadas. */
export async function hasRoomForInstantPrizes(
  trx: Transaction<DB>,
  { id, totalNumbers }: { id: string; totalNumbers: number },
): Promise<boolean> {
  const { count } = await trx
    .selectFrom('instantPrizes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('rifaId', '=', id)
    .executeTakeFirstOrThrow();
  return count <= totalNumbers;
}
