/** The permutations of rifas, read once from their secrets and kept in memory: a rifa's key never changes. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { createNumberPermutation, type NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';

/** Each takes at most 64 kB. */
const MAX_KEPT = 500;
const kept = new Map<string, NumberPermutation>();

/** For a hot path on one database: asks it only once for a rifa. */
export function createPermutationFinder(db: Kysely<DB>) {
  const known = new Map<string, NumberPermutation>();
  return async (rifaIds: readonly string[]): Promise<Map<string, NumberPermutation>> => {
    const missing = rifaIds.filter((rifaId) => !known.has(rifaId));
    if (missing.length > 0)
      for (const [rifaId, permutation] of await findPermutations(db, missing))
        keep(known, rifaId, permutation);
    return new Map(
      rifaIds.flatMap((rifaId) => {
        const permutation = known.get(rifaId);
        return permutation ? [[rifaId, permutation] as const] : [];
      }),
    );
  };
}

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
  const permutation = kept.get(name) ?? createNumberPermutation(key, total);
  keep(kept, name, permutation);
  return permutation;
}

/** Puts it last, and drops the first: the one unused for longest. */
function keep(among: Map<string, NumberPermutation>, name: string, permutation: NumberPermutation): void {
  among.delete(name);
  among.set(name, permutation);
  if (among.size > MAX_KEPT) among.delete(among.keys().next().value!);
}
