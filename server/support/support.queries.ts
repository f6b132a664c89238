import type { Kysely, Selectable } from 'kysely';
import type { SupportTicket, TicketReply } from '@mare/contract/support/support.ts';
import type { Database } from '@mare/database/connect.ts';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';

export type TicketRow = Selectable<SupportTickets>;

/** Newest first. */
export async function listTicketsOfUser(
  db: Database,
  userId: string,
  { limit }: { limit: number },
): Promise<SupportTicket[]> {
  const rows = await db
    .selectFrom('supportTickets')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toTicket);
}

/** Null if unknown or another user's. */
export async function findTicketOfUser(
  db: Kysely<DB>,
  id: string,
  userId: string,
): Promise<TicketRow | null> {
  const row = await db
    .selectFrom('supportTickets')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Oldest first. */
export async function selectReplies(db: Kysely<DB>, ticketId: string): Promise<TicketReply[]> {
  const rows = await db
    .selectFrom('supportReplies')
    .leftJoin('profiles', 'profiles.id', 'supportReplies.authorId')
    .select(['supportReplies.id', 'supportReplies.fromDesk', 'supportReplies.message'])
    .select(['supportReplies.createdAt', 'profiles.name'])
    .where('ticketId', '=', ticketId)
    .orderBy('supportReplies.createdAt')
    .orderBy('supportReplies.id')
    .execute();
  return rows.map(({ name, createdAt, ...reply }) => ({
    ...reply,
    authorName: shortName(name, reply.fromDesk ? 'Equipe' : 'Você'),
    createdAt: createdAt.toISOString(),
  }));
}

export function toTicket(row: TicketRow): SupportTicket {
  return {
    id: row.id,
    subject: row.subject,
    message: row.message,
    priority: row.priority as SupportTicket['priority'],
    status: row.status as SupportTicket['status'],
    createdAt: row.createdAt.toISOString(),
    slaResponseDue: row.slaResponseDue.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    satisfactionRating: row.satisfactionRating,
  };
}
