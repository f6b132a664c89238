/** LRU cache of number permutations: the key of a rifa never changes. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import { createNumberPermutation, type NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';

/** Each takes up to 64 kB. */
const MAX_CACHED = 500;
const cache = new Map<string, NumberPermutation>();

/** For hot paths on one database: concurrent requests for a rifa share one query and resume in order of arrival. */
export function createPermutationFinder(db: Kysely<DB>) {
  const known = new Map<string, NumberPermutation>();
  const pending = new Map<string, Promise<void>>();

  async function load(rifaIds: string[]): Promise<void> {
    try {
      for (const [rifaId, permutation] of await findPermutations(db, rifaIds))
        addToCache(known, rifaId, permutation);
    } finally {
      for (const rifaId of rifaIds) pending.delete(rifaId);
    }
  }

  return async (rifaIds: readonly string[]): Promise<Map<string, NumberPermutation>> => {
    const missing = rifaIds.filter((rifaId) => !known.has(rifaId));
    const unrequested = missing.filter((rifaId) => !pending.has(rifaId));
    if (unrequested.length > 0) {
      const loading = load(unrequested);
      for (const rifaId of unrequested) pending.set(rifaId, loading);
    }
    if (missing.length > 0) await Promise.all(missing.flatMap((rifaId) => pending.get(rifaId) ?? []));
    return new Map(
      rifaIds.flatMap((rifaId) => {
        const permutation = known.get(rifaId);
        return permutation ? [[rifaId, permutation] as const] : [];
      }),
    );
  };
}

/** The finder of a database. */
export const permutationFinderOf = defineCache(({ db }: { db: Kysely<DB> }) => createPermutationFinder(db));

/** Rifas without numbers (drafts) are missing from the result. */
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
  const permutation = cache.get(name) ?? createNumberPermutation(key, total);
  addToCache(cache, name, permutation);
  return permutation;
}

/** Moves the entry to the end and evicts the least recently used. */
function addToCache(
  entries: Map<string, NumberPermutation>,
  name: string,
  permutation: NumberPermutation,
): void {
  entries.delete(name);
  entries.set(name, permutation);
  if (entries.size > MAX_CACHED) entries.delete(entries.keys().next().value!);
}
