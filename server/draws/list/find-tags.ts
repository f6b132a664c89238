import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { buyerTag } from '@mare/domain/draws/sealing/sold-list.ts';
import { computeTagOpening } from './compute-tag-opening.ts';
import { findIdsOnLists } from './find-ids-on-lists.ts';

/**
 * The tags that each user may have on the frozen list of a rifa: the user's own, and those of accounts merged into it.
 * Empty before the freeze.
 */
export async function findTags(
  db: Kysely<DB>,
  rifaId: string,
  userIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const secret = await db
    .selectFrom('drawListSecrets')
    .select('tagKey')
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  if (!secret) return new Map();
  const idsOf = await findIdsOnLists(db, userIds);
  const tagOf = (id: string) => buyerTag(rifaId, computeTagOpening(secret.tagKey, id));
  return new Map([...idsOf].map(([userId, ids]) => [userId, new Set(ids.map(tagOf))]));
}
