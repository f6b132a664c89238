/**
 * Cotas premiadas: prizes attached to hidden numbers. Publishing the rifa commits to a secret seed and names a round of a
 * public beacon (beacon/beacon-chain.ts) some minutes ahead. Seed and round together determine the numbers by the rule
 * below, so the publisher cannot try seeds until the numbers suit. Each number and its salt are published when it is
 * found, and the seed when the rifa is over, so the placement can be verified publicly.
 */
import { toHex } from '../hex.ts';
import { Sha256, sha256Hex } from './sealing/sha256.ts';

/** From publishing to the round: witnesses and time stamps see the commitment before it. */
export const BEACON_DELAY_MS = 600_000;
/** Short in the demonstration, so that visitors can watch the reveal. */
export const DEMO_BEACON_DELAY_MS = 60_000;

export const SEED_BYTES = 32;
const FORMAT = 'mare-da-sorte/cota-premiada/1';

/** A buyer who chose numbers could choose a hidden one, so a rifa has cotas premiadas or lets buyers choose, never both. */
export function mayChooseNumbers({ instantPrizes }: { instantPrizes: number }): boolean {
  return instantPrizes === 0;
}

export interface PlacedPrize {
  /** 1-based. */
  position: number;
  /** 1-based. */
  number: number;
  /** 64 hexadecimal digits. */
  salt: string;
  /** SHA-256 of `commitmentText`, 64 hexadecimal digits. */
  commitment: string;
}

/** Text whose SHA-256 is a prize's commitment: four lines, each ending in a line feed. */
export function commitmentText(
  rifaId: string,
  { position, number, salt }: { position: number; number: number; salt: string },
): string {
  return [`${FORMAT} ${rifaId}`, `premio ${position}`, `numero ${number}`, `sal ${salt}`, ''].join('\n');
}

export function commitmentOf(
  rifaId: string,
  opened: { position: number; number: number; salt: string },
): string {
  return sha256Hex(commitmentText(rifaId, opened));
}

export interface BeaconRound {
  /** `chainHash` of the beacon. */
  chain: string;
  round: number;
  /** 96 hexadecimal digits. */
  signature: string;
}

/** The seed of the placement, for `placeInstantPrizes`: 32 bytes, unknown at publishing. */
export function mixSeed(
  rifaId: string,
  seed: Uint8Array,
  { chain, round, signature }: BeaconRound,
): Uint8Array {
  const lines = [
    'mare-da-sorte/cota-premiada/2',
    `rifa ${rifaId}`,
    `farol ${chain}`,
    `rodada ${round}`,
    `assinatura ${signature}`,
    `semente ${toHex(seed)}`,
    '',
  ];
  return new Sha256().update(new TextEncoder().encode(lines.join('\n'))).digest();
}

/** SHA-256 over all commitments, in order of position, each on a line. */
export function commitmentsHash(prizes: readonly { commitment: string }[]): string {
  return sha256Hex(prizes.map(({ commitment }) => `${commitment}\n`).join(''));
}

/** SHA-256 of the 32-byte seed, published before sales. */
export function seedCommitment(seed: Uint8Array): string {
  return toHex(new Sha256().update(seed).digest());
}

/**
 * Derives the prizes' numbers. Prize p takes the first 48 bits of SHA-256(seed ‖ 'numero p r') with r = 0, 1, …, until
 * they are below the largest multiple of the total and give a number without an earlier prize. Its salt is
 * SHA-256(seed ‖ 'sal p').
 * @throws RangeError when there are more prizes than numbers
 */
export function placeInstantPrizes(
  rifaId: string,
  seed: Uint8Array,
  { totalNumbers, count }: { totalNumbers: number; count: number },
): PlacedPrize[] {
  if (count > totalNumbers) throw new RangeError(`${count} prizes in ${totalNumbers} numbers`);
  const limit = Math.floor(2 ** 48 / totalNumbers) * totalNumbers;
  const used = new Set<number>();
  return Array.from({ length: count }, (_, index) => {
    const position = index + 1;
    let number = 0;
    for (let round = 0; number === 0; round++) {
      const value = Number.parseInt(derived(seed, `numero ${position} ${round}`).slice(0, 12), 16);
      const candidate = (value % totalNumbers) + 1;
      if (value < limit && !used.has(candidate)) number = candidate;
    }
    used.add(number);
    const salt = derived(seed, `sal ${position}`);
    return { position, number, salt, commitment: commitmentOf(rifaId, { position, number, salt }) };
  });
}

function derived(seed: Uint8Array, label: string): string {
  return toHex(new Sha256().update(seed).update(new TextEncoder().encode(label)).digest());
}
