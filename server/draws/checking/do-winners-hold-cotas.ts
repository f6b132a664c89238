import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { findTags } from '../list/find-tags.ts';

/** Whether each winner is the person behind the code that the frozen list has for the number. */
export async function doWinnersHoldCotas(db: Kysely<DB>, rifaId: string): Promise<boolean> {
  const winners = await db
    .selectFrom('rifaWinners')
    .select(['userId', 'tag'])
    .where('rifaId', '=', rifaId)
    .execute();
  const named = winners.flatMap(({ userId, tag }) =>
    userId !== null && tag !== null ? [{ userId, tag }] : [],
  );
  const tags = await findTags(
    db,
    rifaId,
    named.map(({ userId }) => userId),
  );
  return named.every(({ userId, tag }) => tags.get(userId)?.has(tag));
}
