import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * By person, all the ids that a frozen list may know them by: their own first, then those of accounts that were merged
 * into theirs.
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
