/** Verifies the published data of a rifa's cotas premiadas. */
import { commitmentOf, placeInstantPrizes, seedCommitment } from './instant-prizes.ts';
import { fromHex } from './sealing/sha256.ts';

export interface PublishedInstantPrizes {
  rifaId: string;
  totalNumbers: number;
  seedCommitment: string;
  /** 64 hexadecimal digits; null until sales are over. */
  seed: string | null;
  /** By position, 1-based. Number and salt are null until the prize is found or the seed is revealed. */
  prizes: readonly { position: number; number: number | null; salt: string | null; commitment: string }[];
}

export interface CheckedInstantPrizes {
  ok: boolean;
  /** Number of revealed prizes. */
  opened: number;
  /** The seed is revealed, and the placement was recomputed from it. */
  replayed: boolean;
}

export function verifyInstantPrizes(published: PublishedInstantPrizes): CheckedInstantPrizes {
  const { rifaId, prizes, seed } = published;
  const opened = prizes.flatMap(({ position, number, salt, commitment }) =>
    number !== null && salt !== null ? [{ position, number, salt, commitment }] : [],
  );
  const held = opened.every((prize) => commitmentOf(rifaId, prize) === prize.commitment);
  return {
    ok: held && (seed === null || seedGives(published, fromHex(seed))),
    opened: opened.length,
    replayed: seed !== null,
  };
}

function seedGives(
  { rifaId, totalNumbers, prizes, seedCommitment: committed }: PublishedInstantPrizes,
  seed: Uint8Array,
): boolean {
  if (seedCommitment(seed) !== committed) return false;
  const placed = placeInstantPrizes(rifaId, seed, { totalNumbers, count: prizes.length });
  return placed.every(({ commitment, number }, index) => {
    const prize = prizes[index]!;
    return prize.commitment === commitment && prize.number === number;
  });
}
