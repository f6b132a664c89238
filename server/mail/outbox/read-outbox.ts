import { type Kysely, sql } from 'kysely';
import type { OutboxMessage } from '@mare/contract/notifications/outbox-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import type { MessageState } from '@mare/domain/notifications/outbox.ts';
import type { Clock } from '../../platform/clock.ts';
import { pageWindow, toListPage } from '../../platform/database/list-page.ts';
import { hashOfEmail } from '../preferences.ts';

/** A message that waits longer is late: the provider of its channel or the worker is down. */
const LATE_AFTER_MS = 10 * 60_000;

interface Query {
  /** A complete e-mail address; empty for all. */
  search: string;
  state: MessageState | '';
  page: number;
}

/** Messages without their content, newest first. */
export async function listOutbox(
  db: Kysely<DB>,
  clock: Clock,
  { search, state, page }: Query,
): Promise<{ rows: OutboxMessage[]; hasMore: boolean; parked: number; late: number }> {
  const { limit, offset } = pageWindow(page);
  const [found, health] = await Promise.all([
    db
      .selectFrom('outbox')
      .select(['id', 'channel', 'topic', 'state', 'recipient', 'attempts', 'createdAt', 'dueAt', 'settledAt'])
      .select('lastError')
      .$if(state !== '', (query) => query.where('state', '=', state))
      .$if(search !== '', (query) => query.where('addressHash', '=', hashOfEmail(search)))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    readOutboxHealth(db, clock),
  ]);
  const rows = found.map(({ createdAt, dueAt, settledAt, ...row }) => ({
    ...(row as Omit<OutboxMessage, 'createdAt' | 'dueAt' | 'settledAt'>),
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }));
  return { ...toListPage(rows), parked: health.parked, late: health.late };
}

export interface OutboxHealth {
  waiting: number;
  parked: number;
  late: number;
  /** Age of the oldest message that waits, in seconds. */
  oldestSeconds: number;
}

export async function readOutboxHealth(db: Kysely<DB>, clock: Clock): Promise<OutboxHealth> {
  const now = clock.now();
  const { rows } = await sql<OutboxHealth>`
    select count(*)::int as waiting,
      count(*) filter (where created_at < ${new Date(now.getTime() - LATE_AFTER_MS)})::int as late,
      coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as oldest_seconds,
      (select count(*)::int from outbox where state = 'parked') as parked
    from outbox where state = 'waiting'`.execute(db);
  return rows[0]!;
}
