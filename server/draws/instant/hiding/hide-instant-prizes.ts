import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { chainHash, roundFrom, timeOfRound } from '@mare/domain/draws/beacon/beacon-chain.ts';
import {
  BEACON_DELAY_MS,
  DEMO_BEACON_DELAY_MS,
  SEED_BYTES,
  seedCommitment,
} from '@mare/domain/draws/instant-prizes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { beaconOf } from './read-round.ts';

/**
 * Commits to a rifa's cotas premiadas in the transaction that publishes it: generates the seed, whose commitment is
 * public before the first sale, and names the beacon round that decides together with it
 * (apply-beacon-rounds.job.ts). A number is stored only once it is found.
 */
export async function hideInstantPrizes(
  trx: Transaction<DB>,
  { clock, random, config }: Pick<Platform, 'clock' | 'random'> & { config: { demo: boolean } },
  id: string,
): Promise<void> {
  const prize = await trx
    .selectFrom('instantPrizes')
    .select('position')
    .where('rifaId', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (!prize) return;
  const now = clock.now();
  const seed = random.bytes(SEED_BYTES);
  const beacon = beaconOf(config);
  const delayMs = config.demo ? DEMO_BEACON_DELAY_MS : BEACON_DELAY_MS;
  const round = roundFrom(beacon, new Date(now.getTime() + delayMs));
  await trx
    .insertInto('instantPrizeSeeds')
    .values({
      rifaId: id,
      seed,
      seedCommitment: seedCommitment(seed),
      placedAt: now,
      beaconChain: chainHash(beacon),
      beaconRound: round,
      roundAt: timeOfRound(beacon, round),
    })
    .execute();
}

/** Whether the rifa has at least as many numbers as cotas premiadas. */
export async function hasRoomForInstantPrizes(
  trx: Kysely<DB> | Transaction<DB>,
  { id, totalNumbers }: { id: string; totalNumbers: number },
): Promise<boolean> {
  const { count } = await trx
    .selectFrom('instantPrizes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('rifaId', '=', id)
    .executeTakeFirstOrThrow();
  return count <= totalNumbers;
}
