/** Goes over what is published of a rifa's cotas premiadas, for anybody who wants to check it. */
import { commitmentOf, placeInstantPrizes, seedCommitment } from './instant-prizes.ts';
import { fromHex } from './sealing/sha256.ts';

export interface PublishedInstantPrizes {
  rifaId: string;
  totalNumbers: number;
  seedCommitment: string;
  /** 64 hexadecimal digits, once the sales are over. */
  seed: string | null;
  /** By position, from 1 on; number and salt of those that were found, or of all once the seed is open. */
  prizes: readonly { position: number; number: number | null; salt: string | null; commitment: string }[];
}

export interface CheckedInstantPrizes {
  ok: boolean;
  /** How many prizes are open. */
  opened: number;
  /** The seed is open too: the numbers were chosen anew from it. */
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
    const told = prizes[index]!;
    return told.commitment === commitment && told.number === number;
  });
}
