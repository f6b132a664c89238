import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

/** @returns ids of the changed people, for an undo */
export async function tagPeople(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { ids, tag, tagged }: { ids: string[]; tag: string; tagged: boolean },
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const people = await setPersonTag(trx, ids, tag, tagged);
    if (people.length > 0)
      await recordActivity(
        trx,
        { clock },
        {
          ...by,
          action: tagged ? 'tag-people' : 'untag-people',
          entityType: 'person',
          entityId: people.length === 1 ? people[0]! : null,
          description: `${tagged ? 'Pôs' : 'Tirou'} a etiqueta “${tag}”: ${people.length === 1 ? '1 pessoa' : `${people.length} pessoas`}.`,
          details: { tag, people },
        },
      );
    return people;
  });
}

/** @returns the people that it changed */
export async function setPersonTag(
  db: Kysely<DB>,
  ids: readonly string[],
  tag: string,
  tagged: boolean,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const changed = tagged
    ? await db
        .insertInto('personTags')
        .columns(['userId', 'tag'])
        .expression((eb) =>
          eb
            .selectFrom('profiles')
            .select(['id', eb.val(tag).as('tag')])
            .where('id', 'in', ids),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('userId')
        .execute()
    : await db
        .deleteFrom('personTags')
        .where('tag', '=', tag)
        .where('userId', 'in', ids)
        .returning('userId')
        .execute();
  return changed.map(({ userId }) => userId);
}
