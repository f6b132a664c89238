import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * User ids that a frozen list may use for each user: the user's id first, then those of accounts merged into it.
 */
export async function findIdsOnLists(
  db: Kysely<DB>,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const ids = new Map(userIds.map((userId) => [userId, [userId]]));
  if (ids.size === 0) return ids;
  const merged = await db
    .selectFrom('mergedPeople')
    .select(['formerId', 'intoId'])
    .where('intoId', 'in', [...ids.keys()])
    .execute();
  for (const { formerId, intoId } of merged) ids.get(intoId)!.push(formerId);
  return ids;
}
