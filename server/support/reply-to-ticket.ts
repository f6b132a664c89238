import type { TicketThread } from '@mare/contract/support/support.ts';
import type { TicketPriority } from '@mare/domain/support/response-due.ts';
import { responseDue } from '@mare/domain/support/response-due.ts';
import { statusAfterReply, type TicketStatus } from '@mare/domain/support/ticket-state.ts';
import { spend } from '../platform/database/rate-limits.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { Platform } from '../platform/platform.ts';
import { REPLIES_PER_USER } from './limits.ts';
import { signalTicketChange } from './signal-ticket.ts';
import { insertTicketFile, type NewTicketFile } from './files/ticket-files.ts';
import { findTicketOfUser, findTicketOrder, selectReplies, toTicket } from './support.queries.ts';

interface Reply {
  ticketId: string;
  userId: string;
  /** Empty if a file is the message. */
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
  address: string,
): Promise<ReplyOutcome> {
  const { db, clock, random } = platform;
  const retryAfterSeconds = await spend(db, clock, REPLIES_PER_USER, userId);
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY', retryAfterSeconds };
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const ticket = await trx
      .selectFrom('supportTickets')
      .select(['status', 'assignedTo', 'priority', 'awaitingAnswer', 'subject'])
      .where('id', '=', ticketId)
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!ticket) return { ok: false, code: 'NOT_FOUND' };
    const status = statusAfterReply(ticket.status as TicketStatus, ticket.assignedTo !== null);
    if (!status) return { ok: false, code: 'CLOSED' };
    const replyId = random.uuid();
    await trx
      .insertInto('supportReplies')
      .values({ id: replyId, ticketId, authorId: userId, fromDesk: false, message, createdAt: now })
      .execute();
    if (file) await insertTicketFile(trx, replyId, file, now);
    await trx
      .updateTable('supportTickets')
      .set({
        status,
        updatedAt: now,
        resolvedAt: null,
        awaitingAnswer: true,
        authorReadAt: now,
        // A second reply does not extend the deadline of an answer that is already due.
        ...(!ticket.awaitingAnswer && {
          slaResponseDue: responseDue(now, ticket.priority as TicketPriority),
        }),
      })
      .where('id', '=', ticketId)
      .execute();
    if (ticket.assignedTo)
      await sendNotification(trx, platform, {
        userId: ticket.assignedTo,
        type: 'info',
        title: 'Nova resposta em um ticket seu',
        message: ticket.subject,
        data: { href: `/admin/support?ticket=${ticketId}` },
        deduplicationKey: `ticket-reply:${replyId}`,
      });
    await recordActivity(trx, platform, {
      userId,
      action: 'reply-to-ticket',
      entityType: 'ticket',
      entityId: ticketId,
      description: `Respondeu no ticket “${ticket.subject}”.`,
      ipAddress: address,
    });
    await signalTicketChange(trx, { ticketId, authorId: userId }, 'author');
    return { ok: true };
  });
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
  const { fromDesk, deskReadAt } = ticket;
  return {
    ...toTicket(ticket),
    order: await findTicketOrder(db, ticket.orderId),
    fromDesk,
    deskReadAt: deskReadAt?.toISOString() ?? null,
    replies: await selectReplies(db, ticketId),
  };
}
