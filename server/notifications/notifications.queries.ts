import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Notification } from '@mare/contract/notifications/notifications.ts';
import type { DB, Json } from '@mare/database/schema.ts';

/** A notification with its sequence number. */
export interface SequencedNotification {
  sequence: number;
  /** Null: a broadcast. */
  userId: string | null;
  notification: Notification;
}

interface Row {
  sequence: number;
  userId: string | null;
  id: string;
  type: string;
  title: string;
  message: string;
  data: Json;
  read: boolean;
  createdAt: Date;
}

const COLUMNS =
  'n.sequence, n.user_id as "userId", n.id, n.type, n.title, n.message, n.data, n.created_at as "createdAt"';

/**
 * Whether the person `$1` has read a broadcast; those sent before they signed up count as read. The
 * database stamps people in microseconds and the processes stamp notifications in milliseconds: within
 * the same millisecond, the notification counts as later.
 */
const BROADCAST_READ = `(
  n.created_at < (select date_trunc('milliseconds', created_at) from profiles where id = $1)
  or exists (select from notification_reads r where r.notification_id = n.id and r.user_id = $1))`;

/** `$2`: an exclusive sequence to continue after; `$3`: page size. Each half uses its index; the outer query merges them. */
const listOf = (unread: { own: string; broadcast: string }) => `
  select * from (
    (select ${COLUMNS}, n.read from notifications n
     where n.user_id = $1 and n.sequence < $2 ${unread.own}
     order by n.sequence desc limit $3)
    union all
    (select ${COLUMNS}, ${BROADCAST_READ} as read from notifications n
     where n.user_id is null and n.sequence < $2 ${unread.broadcast}
     order by n.sequence desc limit $3)
  ) as both_kinds order by sequence desc limit $3`;
const ALL = listOf({ own: '', broadcast: '' });
const UNREAD_ONLY = listOf({ own: 'and not n.read', broadcast: `and not ${BROADCAST_READ}` });

/** A person's own notifications and broadcasts, newest first. */
export async function selectNotifications(
  pool: pg.Pool,
  userId: string,
  { unreadOnly, before, limit }: { unreadOnly: boolean; before: number | null; limit: number },
): Promise<SequencedNotification[]> {
  const { rows } = await pool.query<Row>({
    name: unreadOnly ? 'unread-notifications' : 'notifications',
    text: unreadOnly ? UNREAD_ONLY : ALL,
    values: [userId, before ?? Number.MAX_SAFE_INTEGER, limit],
  });
  return rows.map(toSequenced);
}

export interface UnreadState {
  /** Sequence of the newest notification of any recipient. */
  sequence: number;
  unread: number;
}

/** Both values from one snapshot. */
export async function readUnreadState(pool: pg.Pool, userId: string): Promise<UnreadState> {
  const { rows } = await pool.query<UnreadState>({
    name: 'unread-state',
    text: `select coalesce((select max(sequence) from notifications), 0) as sequence,
             (select count(*) from notifications where user_id = $1 and not read)
             + (select count(*) from notifications n where n.user_id is null and not ${BROADCAST_READ}) as unread`,
    values: [userId],
  });
  return rows[0]!;
}

/** Notifications after a sequence, oldest first; of one person (with broadcasts), or all. */
export async function selectNotificationsAfter(
  db: Kysely<DB>,
  { after, userId, limit }: { after: number; userId?: string; limit: number },
): Promise<SequencedNotification[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['sequence', 'userId', 'id', 'type', 'title', 'message', 'data', 'createdAt', 'read'])
    .where('sequence', '>', after)
    .$if(userId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('userId', '=', userId!), eb('userId', 'is', null)])),
    )
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(toSequenced);
}

export async function selectNewestSequence(db: Kysely<DB>): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.max('sequence').as('sequence'))
    .executeTakeFirst();
  return row?.sequence ?? 0;
}

function toSequenced({ sequence, userId, data, type, createdAt, ...row }: Row): SequencedNotification {
  return {
    sequence,
    userId,
    notification: {
      id: row.id,
      type: type as Notification['type'],
      title: row.title,
      message: row.message,
      href: pathIn(data),
      read: row.read,
      createdAt: createdAt.toISOString(),
    },
  };
}

/** Only a path of this site, never another origin. */
function pathIn(data: Json): string | null {
  const href = (data as { href?: unknown } | null)?.href;
  return typeof href === 'string' && /^\/(?![/\\])/.test(href) ? href : null;
}

/** Counts the sessions that have not ended. */
export async function selectOpenSessions(
  db: Kysely<DB>,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select session.id from auth.sessions session
    where session.id = any(${sessionIds}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
