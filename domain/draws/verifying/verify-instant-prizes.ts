/** Verifies the published data of a rifa's cotas premiadas. */
import { chainHash, findChain, QUICKNET, timeOfRound } from '../beacon/beacon-chain.ts';
import {
  type BeaconRound,
  commitmentOf,
  mixSeed,
  placeInstantPrizes,
  seedCommitment,
} from '../instant-prizes.ts';
import { fromHex } from '../../hex.ts';

export interface PublishedInstantPrizes {
  rifaId: string;
  totalNumbers: number;
  seedCommitment: string;
  /** When the seed was committed to, ISO 8601. */
  placedAt: string;
  /** 64 hexadecimal digits; null until sales are over. */
  seed: string | null;
  /** Null for a rifa older than the beacon: its seed alone places the prizes. */
  beacon: { chain: string; round: number; signature: string | null } | null;
  /** By position, 1-based. Number and salt are null until the prize is found or the seed is revealed. */
  prizes: readonly {
    position: number;
    number: number | null;
    salt: string | null;
    /** Null until the round is known. */
    commitment: string | null;
  }[];
}

/**
 * Source of the round: `league` is the public beacon, `demo` the demonstration's own, `waiting` a future round,
 * `none` a rifa without one.
 */
export type BeaconKind = 'league' | 'demo' | 'waiting' | 'none';

export interface CheckedInstantPrizes {
  ok: boolean;
  /** Number of revealed prizes. */
  opened: number;
  /** The seed is revealed, and the placement was recomputed from it. */
  replayed: boolean;
  beacon: BeaconKind;
}

export async function verifyInstantPrizes(published: PublishedInstantPrizes): Promise<CheckedInstantPrizes> {
  const { rifaId, prizes, seed, beacon } = published;
  const opened = prizes.flatMap(({ position, number, salt, commitment }) =>
    number !== null && salt !== null ? [{ position, number, salt, commitment }] : [],
  );
  const allMatch = opened.every((prize) => commitmentOf(rifaId, prize) === prize.commitment);
  const isWaiting = beacon !== null && beacon.signature === null;
  const replayed = seed !== null && !isWaiting;
  const isKnown = beacon === null || (await isNamedRound(published, beacon));
  return {
    ok: allMatch && isKnown && (seed === null || seedGives(published, fromHex(seed))),
    opened: opened.length,
    replayed,
    beacon: kindOf(beacon),
  };
}

/** The round is later than the commitment to the seed, and signed by its beacon once it is known. */
async function isNamedRound(
  { placedAt }: PublishedInstantPrizes,
  { chain: hash, round, signature }: NonNullable<PublishedInstantPrizes['beacon']>,
): Promise<boolean> {
  const chain = findChain(hash);
  if (!chain || timeOfRound(chain, round).getTime() <= Date.parse(placedAt)) return false;
  if (signature === null) return true;
  const { isRound } = await import('../beacon/verify-round.ts');
  return isRound(chain, round, signature);
}

function kindOf(beacon: PublishedInstantPrizes['beacon']): BeaconKind {
  if (beacon === null) return 'none';
  if (beacon.signature === null) return 'waiting';
  return beacon.chain === chainHash(QUICKNET) ? 'league' : 'demo';
}

function seedGives(
  { rifaId, totalNumbers, prizes, beacon, seedCommitment: committed }: PublishedInstantPrizes,
  seed: Uint8Array,
): boolean {
  if (seedCommitment(seed) !== committed) return false;
  // Nothing is placed while the round is unknown.
  if (beacon && !isOpened(beacon)) return prizes.every(({ commitment }) => commitment === null);
  const mixed = beacon ? mixSeed(rifaId, seed, beacon) : seed;
  const placed = placeInstantPrizes(rifaId, mixed, { totalNumbers, count: prizes.length });
  return placed.every(({ commitment, number }, index) => {
    const prize = prizes[index]!;
    return prize.commitment === commitment && prize.number === number;
  });
}

function isOpened(beacon: NonNullable<PublishedInstantPrizes['beacon']>): beacon is BeaconRound {
  return beacon.signature !== null;
}
