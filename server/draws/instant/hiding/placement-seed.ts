import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { mixSeed } from '@mare/domain/draws/instant-prizes.ts';

export interface StoredSeed {
  seed: Buffer;
  /** Null for a rifa older than the beacon: its seed alone places the prizes. */
  beaconChain: string | null;
  beaconRound: number | null;
  /** Null while the round is not known. */
  signature: string | null;
}

/** @returns null until the beacon's round is known */
export function placementSeed(rifaId: string, stored: StoredSeed): Uint8Array | null {
  const { seed, beaconChain: chain, beaconRound: round, signature } = stored;
  if (chain === null || round === null) return seed;
  return signature === null ? null : mixSeed(rifaId, seed, { chain, round, signature });
}

export async function findSeed(db: Kysely<DB>, rifaId: string): Promise<StoredSeed | null> {
  const stored = await db
    .selectFrom('instantPrizeSeeds as seeds')
    .leftJoin('instantPrizeRounds as known', 'known.rifaId', 'seeds.rifaId')
    .select(['seeds.seed', 'seeds.beaconChain', 'seeds.beaconRound', 'known.signature'])
    .where('seeds.rifaId', '=', rifaId)
    .executeTakeFirst();
  return stored ?? null;
}
