/** Free numbers of rifas whose buyers choose numbers. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { MAPPED_NUMBERS, numbersEndingIn } from '@mare/domain/numbers/choose-numbers.ts';
import { NumberPage } from '@mare/domain/numbers/number-page.ts';
import { findTakenNumbers } from './find-taken-numbers.ts';
import { selectNumberPages } from './number-pages.queries.ts';
import { findPermutations } from './number-permutations.ts';

/** Search matches checked per query. */
const MATCHES_PER_PAGE = 60;

/** Null unless the rifa is on sale, lets buyers choose and is small enough for a map. */
export async function readNumberMap(
  db: Kysely<DB>,
  rifaId: string,
  now: Date,
): Promise<{ totalNumbers: number; taken: string } | null> {
  const totalNumbers = await findTotalToChooseFrom(db, rifaId, now);
  if (totalNumbers === null || totalNumbers > MAPPED_NUMBERS) return null;
  const permutation = (await findPermutations(db, [rifaId])).get(rifaId);
  if (!permutation) return null;
  const pages = await selectNumberPages(db, rifaId).execute();
  const map = Buffer.alloc(Math.ceil(totalNumbers / 8), 0xff);
  for (const { pageNo, size, taken } of pages)
    for (const position of new NumberPage(pageNo, size, taken).freePositions()) {
      const index = permutation.numberAt(position) - 1;
      map[index >> 3]! &= ~(0x80 >> (index & 7));
    }
  return { totalNumbers, taken: map.toString('base64') };
}

/** @param from 0-based offset into the matches. Null unless the rifa is on sale and lets buyers choose */
export async function searchFreeNumbers(
  db: Kysely<DB>,
  { id, digits, from }: { id: string; digits: string; from: number },
  now: Date,
): Promise<{ free: number[]; next: number | null } | null> {
  const totalNumbers = await findTotalToChooseFrom(db, id, now);
  if (totalNumbers === null) return null;
  const matches = numbersEndingIn(digits, totalNumbers, { from, limit: MATCHES_PER_PAGE });
  const taken = new Set(await findTakenNumbers(db, id, matches));
  return {
    free: matches.filter((number) => !taken.has(number)),
    next: matches.length === MATCHES_PER_PAGE ? from + MATCHES_PER_PAGE : null,
  };
}

async function findTotalToChooseFrom(db: Kysely<DB>, rifaId: string, now: Date): Promise<number | null> {
  const rifa = await db
    .selectFrom('rifas')
    .select('totalNumbers')
    .where('id', '=', rifaId)
    .where('status', '=', 'active')
    .where('chooseNumbers', '=', true)
    .where(sql<boolean>`coalesce(opens_at <= ${now}, true)`)
    .where('pausedAt', 'is', null)
    .executeTakeFirst();
  return rifa?.totalNumbers ?? null;
}
