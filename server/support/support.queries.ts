import type { Kysely, Selectable } from 'kysely';
import type {
  SupportTicket,
  TicketChannel,
  TicketFile,
  TicketOrder,
  TicketReply,
} from '@mare/contract/support/support.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import { firstRifaTitle, rifasOfOrder } from '../orders/returns/rifas-of-order.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';

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
    .where('mergedInto', 'is', null)
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
    .leftJoin('supportFiles as file', 'file.replyId', 'supportReplies.id')
    .select(['supportReplies.id', 'supportReplies.fromDesk', 'supportReplies.message'])
    .select(['supportReplies.createdAt', 'supportReplies.channel', 'profiles.name'])
    .select(['file.name as fileName', 'file.type as fileType'])
    .where('ticketId', '=', ticketId)
    .orderBy('supportReplies.createdAt')
    .orderBy('supportReplies.id')
    .execute();
  return rows.map(({ name, createdAt, fileName, fileType, channel, ...reply }) => ({
    ...reply,
    channel: channel as TicketChannel,
    file: fileName === null ? null : { name: fileName, type: fileType as TicketFile['type'] },
    authorName: shortName(name, reply.fromDesk ? 'Equipe' : 'Você'),
    createdAt: createdAt.toISOString(),
  }));
}

/** The order that a ticket is about. */
export async function findTicketOrder(db: Kysely<DB>, orderId: string | null): Promise<TicketOrder | null> {
  if (orderId === null) return null;
  const order = await db
    .selectFrom('orders')
    .select(['orders.id', 'orders.externalReference'])
    .select([firstRifaTitle.as('rifaTitle'), rifasOfOrder.as('rifas')])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  return order ?? null;
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
