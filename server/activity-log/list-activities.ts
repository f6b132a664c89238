import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Activity, LoggedActivity } from '@mare/contract/notifications/notifications.ts';
import type { DB } from '@mare/database/schema.ts';
import { activityTypesNamed } from '@mare/domain/admin/activity-types.ts';
import { containing } from '../platform/database/list-page.ts';

/** Entries on the activity tab (spec: community, section 9). */
const ACTIVITIES_LISTED = 100;
/** Page size of the panel. */
const ACTIVITIES_PER_PAGE = 50;
/** Entries scanned per search page, which bounds its time as the log grows. */
const ENTRIES_SEARCHED = 20_000;
/** The entity-type filter offers the types of this many latest entries. */
const TYPES_FROM_ENTRIES = 2_000;

const UNKNOWN_NAME = 'Usuário desconhecido';

interface ActivityFilter {
  /** Null: all users. */
  userId: string | null;
  search: string;
  entityType: string;
}

interface LogFilter extends ActivityFilter {
  /** In America/Maceio. */
  day: string | null;
  /** Only entries before this id. */
  before: number | null;
}

/** The latest entries, newest first. */
export async function listActivities(
  db: Kysely<DB>,
  filter: ActivityFilter,
): Promise<{ activities: Activity[]; entityTypes: string[] }> {
  const [rows, entityTypes] = await Promise.all([
    selectEntries(db, { ...filter, day: null, before: null }, ACTIVITIES_LISTED),
    selectEntityTypes(db, filter.userId),
  ]);
  // The contract strips `details` from this response.
  return { activities: rows, entityTypes };
}

/** A page of the whole log, newest first. */
export async function readActivityLog(
  db: Kysely<DB>,
  filter: LogFilter,
): Promise<{ activities: LoggedActivity[]; entityTypes: string[]; nextCursor: number | null }> {
  const [found, entityTypes, searchedTo] = await Promise.all([
    selectEntries(db, filter, ACTIVITIES_PER_PAGE + 1),
    selectEntityTypes(db, null),
    filter.search === '' ? null : lastSearched(db, filter),
  ]);
  const activities = found.slice(0, ACTIVITIES_PER_PAGE);
  const nextCursor = found.length > activities.length ? activities.at(-1)!.id : searchedTo;
  return { activities, entityTypes, nextCursor };
}

function filtered(db: Kysely<DB>, { userId, entityType, day, before }: LogFilter) {
  return db
    .selectFrom('activityLogs')
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .$if(entityType !== '', (query) => query.where('entityType', '=', entityType))
    .$if(before !== null, (query) => query.where('id', '<', before!))
    .$if(day !== null, (query) =>
      query
        .where('createdAt', '>=', sql<Date>`${day}::timestamp at time zone 'America/Maceio'`)
        .where(
          'createdAt',
          '<',
          sql<Date>`(${day}::timestamp + interval '1 day') at time zone 'America/Maceio'`,
        ),
    )
    .orderBy('id', 'desc');
}

/** Cursor of a search that did not reach the end of the log. */
async function lastSearched(db: Kysely<DB>, filter: LogFilter): Promise<number | null> {
  const row = await filtered(db, filter)
    .select('id')
    .offset(ENTRIES_SEARCHED - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function selectEntries(db: Kysely<DB>, filter: LogFilter, limit: number): Promise<LoggedActivity[]> {
  const { search } = filter;
  const rows = await db
    .selectFrom(
      filtered(db, filter)
        .selectAll()
        .limit(search === '' ? limit : ENTRIES_SEARCHED)
        .as('entry'),
    )
    .leftJoinLateral(
      // A primary-key lookup per entry: a join would scan all profiles.
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
    .select(['entry.userId', 'entry.ipAddress', 'entry.createdAt', 'profiles.name', 'profiles.email'])
    .$if(search !== '', (query) =>
      query.where(
        // Searches the visible texts without accents, and the codes. An entry without a description shows its action.
        sql<SqlBool>`search_form(concat_ws(' ', entry.details ->> 'description', profiles.name, profiles.email,
          entry.action, entry.entity_type)) like search_form(${containing(search.trim())})
          or entry.entity_type = any(${activityTypesNamed(search)})`,
      ),
    )
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ details, name, email, createdAt, ...row }) => {
    const { description, ...more } = (details ?? {}) as Record<string, unknown>;
    return {
      ...row,
      description: typeof description === 'string' && description !== '' ? description : row.action,
      details: more,
      userName: name ?? UNKNOWN_NAME,
      userEmail: email ?? '',
      createdAt: createdAt.toISOString(),
    };
  });
}

async function selectEntityTypes(db: Kysely<DB>, userId: string | null): Promise<string[]> {
  const latest = db
    .selectFrom('activityLogs')
    .select('entityType')
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .orderBy('id', 'desc')
    .limit(TYPES_FROM_ENTRIES);
  const types = await db
    .selectFrom(latest.as('entry'))
    .select('entry.entityType')
    .distinct()
    .orderBy('entry.entityType')
    .execute();
  return types.map((row) => row.entityType);
}
