import { toHex } from '../../hex.ts';
import { sha256Hex } from '../../draws/sealing/sha256.ts';

/**
 * Commits to the secret order in which a rifa's numbers are given out (`domain/numbers/number-permutation.ts`).
 * @param key 128 random bits
 */
export function permutationCommitment(rifaId: string, key: Uint8Array): string {
  return sha256Hex(`mare-da-sorte/permutacao/1\n${rifaId}\n${toHex(key)}\n`);
}
