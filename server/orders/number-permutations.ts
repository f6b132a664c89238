/** The permutations of rifas, read once from their secrets and kept in memory: a rifa's key never changes. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { createNumberPermutation, type NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';

/** Each entry takes at most 64 kB. */
const MAX_KEPT = 500;
const kept = new Map<string, NumberPermutation>();

/** Those of the rifas that have numbers; a rifa without (a draft) is missing from the answer. */
export async function findPermutations(
  db: Kysely<DB>,
  rifaIds: readonly string[],
): Promise<Map<string, NumberPermutation>> {
  const rows = await db
    .selectFrom('rifas')
    .innerJoin('rifaSecrets', 'rifaSecrets.rifaId', 'rifas.id')
    .select(['rifas.id', 'rifas.totalNumbers', 'rifaSecrets.numberKey'])
    .where('rifas.id', 'in', [...new Set(rifaIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, permutationOf(row.numberKey, row.totalNumbers)]));
}

function permutationOf(key: Buffer, total: number): NumberPermutation {
  const name = `${key.toString('hex')}:${total}`;
  const known = kept.get(name) ?? createNumberPermutation(key, total);
  // Reinserted, so that the first entry is always the one unused for longest.
  kept.delete(name);
  kept.set(name, known);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
  return known;
}
