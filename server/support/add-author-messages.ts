import type { Selectable, Transaction } from 'kysely';
import type { TicketChannel } from '@mare/contract/support/support.ts';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import { responseDue, type TicketPriority } from '@mare/domain/support/response-due.ts';
import { statusAfterReply, type TicketStatus } from '@mare/domain/support/ticket-state.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { Platform } from '../platform/platform.ts';
import { insertTicketFile, type NewTicketFile } from './files/ticket-files.ts';
import { signalTicketChange } from './signal-ticket.ts';

export interface AuthorMessage {
  /** Empty if the message is a file. */
  message: string;
  file?: NewTicketFile;
}

interface FromAuthor {
  /** Not empty. */
  messages: readonly AuthorMessage[];
  channel: TicketChannel;
  /** Null if a provider delivered it. */
  ipAddress: string | null;
}

const ACTIONS: Record<TicketChannel, string> = {
  site: 'Respondeu no ticket',
  email: 'Respondeu por e-mail no ticket',
  whatsapp: 'Respondeu por WhatsApp no ticket',
};

/**
 * Adds messages of the author to a ticket that the caller has locked. Puts it back into the desk's queue and reopens a
 * resolved one.
 *
 * @returns false if the ticket is closed
 */
export async function addAuthorMessages(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  ticket: Selectable<SupportTickets>,
  { messages, channel, ipAddress }: FromAuthor,
): Promise<boolean> {
  const status = statusAfterReply(ticket.status as TicketStatus, ticket.assignedTo !== null);
  if (!status) return false;
  const now = platform.clock.now();
  const { id: ticketId, userId, subject } = ticket;
  const ids = messages.map(() => platform.random.uuid());
  for (const [at, { message, file }] of messages.entries()) {
    // Messages are listed by time.
    const createdAt = new Date(now.getTime() + at);
    const reply = { id: ids[at]!, ticketId, authorId: userId, fromDesk: false, message, channel };
    await trx
      .insertInto('supportReplies')
      .values({ ...reply, createdAt })
      .execute();
    if (file) await insertTicketFile(trx, reply.id, file, createdAt);
  }
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
      message: subject,
      data: { href: `/admin/support?ticket=${ticketId}` },
      deduplicationKey: `ticket-reply:${ids[0]!}`,
    });
  await recordActivity(trx, platform, {
    userId,
    action: 'reply-to-ticket',
    entityType: 'ticket',
    entityId: ticketId,
    description: `${ACTIONS[channel]} “${subject}”.`,
    ipAddress,
  });
  await signalTicketChange(trx, { ticketId, authorId: userId }, 'author');
  return true;
}
