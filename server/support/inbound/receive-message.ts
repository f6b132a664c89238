import type { Selectable, Transaction } from 'kysely';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import { responseDue } from '@mare/domain/support/response-due.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { addAuthorMessages, type AuthorMessage } from '../add-author-messages.ts';
import { enqueueAssignment } from '../assignment/assign-in-turn.job.ts';
import { sendTicketMailJob } from '../send-ticket-mail.job.ts';

/** Owner of a new ticket: an account, or an unconfirmed e-mail address. */
export type InboundAuthor = { userId: string } | { name: string; email: string };

export interface InboundMessage {
  channel: 'email' | 'whatsapp';
  /** Id of the message at its sender; a repeated delivery is ignored. */
  key: Buffer;
  /** Message-ID of a mail, for In-Reply-To. */
  messageId: string | null;
  author: InboundAuthor;
  /** Subject of a new ticket. */
  subject: string;
  /** Not empty. */
  messages: readonly AuthorMessage[];
}

/** `duplicate`: received before. */
export type ReceivedMessage = { kind: 'added' | 'opened'; ticketId: string } | { kind: 'duplicate' };

const ONLY_FILE = '(sem texto: veja o anexo)';

/**
 * Adds a message from outside to a ticket, or opens a new one if the ticket is closed or null. Changes nothing else.
 * @param ticket locked by the caller
 */
export async function receiveMessage(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  ticket: Selectable<SupportTickets> | null,
  inbound: InboundMessage,
): Promise<ReceivedMessage> {
  const { channel, key, messageId, messages } = inbound;
  const open = ticket?.status === 'closed' ? null : ticket;
  const ticketId = open?.id ?? platform.random.uuid();
  const claimed = await trx
    .insertInto('supportInbound')
    .values({ channel, key, messageId, ticketId, receivedAt: platform.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 0n) return { kind: 'duplicate' };
  if (open) {
    await addAuthorMessages(trx, platform, open, { messages, channel, ipAddress: null });
    return { kind: 'added', ticketId };
  }
  await openInboundTicket(trx, platform, ticketId, inbound);
  return { kind: 'opened', ticketId };
}

async function openInboundTicket(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  id: string,
  { author, channel, subject, messages }: InboundMessage,
): Promise<void> {
  const now = platform.clock.now();
  const [first, ...rest] = messages;
  const isText = first !== undefined && first.message !== '';
  const ticket = await trx
    .insertInto('supportTickets')
    .values({
      id,
      ...('userId' in author
        ? { userId: author.userId }
        : { contactName: author.name, contactEmail: author.email, contactSubject: 'outro' }),
      subject,
      message: isText ? first.message : ONLY_FILE,
      channel,
      createdAt: now,
      updatedAt: now,
      slaResponseDue: responseDue(now, 'normal'),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const more = isText ? (first.file ? [{ message: '', file: first.file }, ...rest] : rest) : messages;
  await enqueueAssignment(platform, trx, id);
  if ('userId' in author)
    await announceOpening(trx, platform, { id, userId: author.userId, channel, subject });
  if (more.length > 0)
    await addAuthorMessages(trx, platform, ticket, { messages: more, channel, ipAddress: null });
}

async function announceOpening(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  {
    id,
    userId,
    channel,
    subject,
  }: { id: string; userId: string } & Pick<InboundMessage, 'channel' | 'subject'>,
): Promise<void> {
  await recordActivity(trx, platform, {
    userId,
    action: 'open-ticket',
    entityType: 'ticket',
    entityId: id,
    description: `Abriu o ticket “${subject}”.`,
    ipAddress: null,
  });
  // Never to an unconfirmed e-mail address: the sender of a mail is easy to forge.
  if (channel === 'email')
    await platform.jobs.enqueue(trx, sendTicketMailJob, { ticketId: id, kind: 'opened' });
}
