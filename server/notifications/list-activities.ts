import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Activity } from '@mare/contract/notifications.ts';
import type { DB } from '@mare/database/schema.ts';
import { containing } from '../admin/list-page.ts';

/** On the activity tab (spec: community, section 9). */
const ACTIVITIES_LISTED = 100;
/** A search looks no further back than this many entries, so that it stays quick however long the log grows. */
const ENTRIES_SEARCHED = 20_000;
/** The entity types to choose from are those of the latest entries. */
const TYPES_FROM_ENTRIES = 2_000;

const UNKNOWN_NAME = 'Usuário desconhecido';

interface ActivityFilter {
  /** Null sees everybody's. */
  userId: string | null;
  search: string;
  entityType: string;
}

/** The latest entries, newest first. */
export async function listActivities(
  db: Kysely<DB>,
  { userId, search, entityType }: ActivityFilter,
): Promise<{ activities: Activity[]; entityTypes: string[] }> {
  const latest = db
    .selectFrom('activityLogs')
    .selectAll()
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .orderBy('id', 'desc');
  const filtered = latest
    .$if(entityType !== '', (query) => query.where('entityType', '=', entityType))
    .limit(search === '' ? ACTIVITIES_LISTED : ENTRIES_SEARCHED);
  const [rows, types] = await Promise.all([
    db
      .selectFrom(filtered.as('entry'))
      .leftJoinLateral(
        // One look-up by key an entry: a join would read everybody there is for a few names.
        (eb) =>
          eb
            .selectFrom('profiles')
            .select(['profiles.name', 'profiles.email'])
            .whereRef('profiles.id', '=', 'entry.userId')
            .limit(1)
            .as('profiles'),
        (join) => join.onTrue(),
      )
      .select(['entry.id', 'entry.action', 'entry.entityType', 'entry.entityId', 'entry.details'])
      .select(['entry.ipAddress', 'entry.createdAt', 'profiles.name', 'profiles.email'])
      .$if(search !== '', (query) =>
        query.where(
          sql<SqlBool>`concat_ws(' ', entry.action, entry.entity_type, profiles.name) ilike ${containing(search.trim())}`,
        ),
      )
      .orderBy('entry.id', 'desc')
      .limit(ACTIVITIES_LISTED)
      .execute(),
    db
      .selectFrom(latest.limit(TYPES_FROM_ENTRIES).as('entry'))
      .select('entry.entityType')
      .distinct()
      .orderBy('entry.entityType')
      .execute(),
  ]);
  return {
    activities: rows.map(({ details, name, email, createdAt, ...row }) => ({
      ...row,
      description: descriptionIn(details) ?? row.action,
      userName: name ?? UNKNOWN_NAME,
      userEmail: email ?? '',
      createdAt: createdAt.toISOString(),
    })),
    entityTypes: types.map((row) => row.entityType),
  };
}

function descriptionIn(details: unknown): string | null {
  const description = (details as { description?: unknown } | null)?.description;
  return typeof description === 'string' && description !== '' ? description : null;
}
