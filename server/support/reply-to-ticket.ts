import type { Transaction } from 'kysely';
import type { TicketThread } from '@mare/contract/support/support.ts';
import type { DB } from '@mare/database/schema.ts';
import { spend } from '../platform/database/rate-limits.ts';
import type { Platform } from '../platform/platform.ts';
import { addAuthorMessages } from './add-author-messages.ts';
import { REPLIES_PER_USER } from './limits.ts';
import type { NewTicketFile } from './files/ticket-files.ts';
import {
  findTicketOfUser,
  findTicketOrder,
  selectReplies,
  type TicketRow,
  toTicket,
} from './support.queries.ts';

interface Reply {
  ticketId: string;
  userId: string;
  /** Empty if the message is a file. */
  message: string;
  file?: NewTicketFile;
}

export type ReplyOutcome =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' | 'CLOSED' }
  | { ok: false; code: 'TOO_MANY'; retryAfterSeconds: number };

/** Adds a reply by the ticket's author. Puts the ticket back into the desk's queue and reopens a resolved one. */
export async function replyToTicket(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { ticketId, userId, message, file }: Reply,
  ipAddress: string,
): Promise<ReplyOutcome> {
  const { db, clock } = platform;
  const retryAfterSeconds = await spend(db, clock, REPLIES_PER_USER, userId);
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY', retryAfterSeconds };
  return db.transaction().execute(async (trx) => {
    const named = await lockTicket(trx, ticketId, userId);
    // A page that was open during the merge still has the id of the merged ticket.
    const ticket = named?.mergedInto ? await lockTicket(trx, named.mergedInto, userId) : named;
    if (!ticket) return { ok: false, code: 'NOT_FOUND' };
    const messages = [{ message, file }];
    const isAdded = await addAuthorMessages(trx, platform, ticket, { messages, channel: 'site', ipAddress });
    return isAdded ? { ok: true } : { ok: false, code: 'CLOSED' };
  });
}

function lockTicket(trx: Transaction<DB>, id: string, userId: string): Promise<TicketRow | undefined> {
  return trx
    .selectFrom('supportTickets')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** A ticket with its replies, or the one that it was merged into; null unless it belongs to the user. */
export async function readThread(
  { db }: Pick<Platform, 'db'>,
  ticketId: string,
  userId: string,
): Promise<TicketThread | null> {
  const ticket = await findTicketOfUser(db, ticketId, userId);
  if (!ticket) return null;
  if (ticket.mergedInto) return readThread({ db }, ticket.mergedInto, userId);
  const { fromDesk, channel, deskReadAt } = ticket;
  return {
    ...toTicket(ticket),
    order: await findTicketOrder(db, ticket.orderId),
    fromDesk,
    channel: channel as TicketThread['channel'],
    deskReadAt: deskReadAt?.toISOString() ?? null,
    replies: await selectReplies(db, ticketId),
  };
}
