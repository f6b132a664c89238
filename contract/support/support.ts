import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MAX_TICKET_FILE_BYTES } from '@mare/domain/file-limits.ts';
import { TICKET_PRIORITIES } from '@mare/domain/support/response-due.ts';
import { TICKET_STATUSES } from '@mare/domain/support/ticket-state.ts';
import { writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';

export const contactSubject = z.enum(['duvida-rifa', 'problema-pagamento', 'afiliado', 'premio', 'outro']);
export type ContactSubject = z.infer<typeof contactSubject>;

export const ticketPriority = z.enum(TICKET_PRIORITIES);

export const ticketStatus = z.enum(TICKET_STATUSES);

export const supportTicket = z.object({
  id: z.uuid(),
  subject: z.string(),
  message: z.string(),
  priority: ticketPriority,
  status: ticketStatus,
  createdAt: z.iso.datetime(),
  /** When the first answer is due. */
  slaResponseDue: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  /** 1 to 5, by the author after resolution. */
  satisfactionRating: z.int().nullable(),
});
export type SupportTicket = z.infer<typeof supportTicket>;

const ticketFileType = z.enum(['image/jpeg', 'application/pdf']);

/** A photo or a PDF in base64. */
export const ticketFile = z.object({ type: ticketFileType, base64: z.base64() });
export type TicketFile = z.infer<typeof ticketFile>;

/** The server shrinks photos, and takes smaller PDFs only. */
export const ticketUpload = z.file().max(MAX_TICKET_FILE_BYTES);
export const uploadErrors = pickErrors(
  'PICTURE_UNREADABLE',
  'PICTURE_HEIC',
  'PICTURE_TOO_LARGE',
  'PDF_REJECTED',
);

/** The order that a ticket is about. */
export const ticketOrder = z.object({
  id: z.uuid(),
  externalReference: z.string(),
  /** Title of the first line's rifa. */
  rifaTitle: z.string(),
  /** How many rifas it has cotas of. */
  rifas: z.int(),
});
export type TicketOrder = z.infer<typeof ticketOrder>;

/** Channel of a message. */
export const ticketChannel = z.enum(['site', 'email', 'whatsapp']);
export type TicketChannel = z.infer<typeof ticketChannel>;

export const ticketReply = z.object({
  id: z.uuid(),
  fromDesk: z.boolean(),
  /** First name and initial, also of the desk's agents. */
  authorName: z.string(),
  /** Empty if the message is a file. */
  message: z.string(),
  file: z.object({ name: z.string(), type: ticketFileType }).nullable(),
  channel: ticketChannel,
  createdAt: z.iso.datetime(),
});
export type TicketReply = z.infer<typeof ticketReply>;

export const ticketThread = supportTicket.extend({
  order: ticketOrder.nullable(),
  /** The desk wrote the first message. */
  fromDesk: z.boolean(),
  /** Channel of the first message. */
  channel: ticketChannel,
  /** When the desk last read the thread. */
  deskReadAt: z.iso.datetime().nullable(),
  replies: z.array(ticketReply),
});
export type TicketThread = z.infer<typeof ticketThread>;

const byId = z.object({ id: z.uuid() });

export const support = {
  sendMessage: withIdempotencyKey
    .route({
      method: 'POST',
      path: '/contact-messages',
      summary: 'Write to the support desk without an account',
    })
    .input(
      z.object({
        name: writtenText(120),
        email: z.email().max(255),
        subject: contactSubject,
        message: writtenText(5000),
      }),
    )
    .output(z.object({ accepted: z.literal(true) }))
    .errors(pickErrors('TOO_MANY_REQUESTS')),
  openTicket: withIdempotencyKey
    .route({ method: 'POST', path: '/support-tickets', summary: 'Open a support ticket' })
    .input(
      z.object({
        subject: writtenText(200),
        message: writtenText(5000),
        priority: ticketPriority.default('normal'),
        /** The order that it is about, one of the caller's. */
        orderReference: z.string().max(64).optional(),
      }),
    )
    .output(supportTicket)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
  myTickets: oc
    .route({ method: 'GET', path: '/support-tickets', summary: 'The caller’s tickets, newest first' })
    .output(z.array(supportTicket))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  thread: oc
    .route({
      method: 'GET',
      path: '/support-tickets/{id}',
      summary: 'One of the caller’s tickets with its replies',
    })
    .input(byId)
    .output(ticketThread)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  reply: withIdempotencyKey
    .route({
      method: 'POST',
      path: '/support-tickets/{id}/replies',
      summary: 'Reply to one of the caller’s tickets',
    })
    .input(byId.extend({ message: writtenText(5000) }))
    .output(ticketThread)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TICKET_CLOSED', 'TOO_MANY_REQUESTS')),
  attach: withIdempotencyKey
    .route({
      method: 'POST',
      path: '/support-tickets/{id}/files',
      summary: 'Send a photo or a PDF to one of the caller’s tickets',
    })
    .input(byId.extend({ file: ticketUpload }))
    .output(ticketThread)
    .errors({
      ...pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TICKET_CLOSED', 'TOO_MANY_REQUESTS'),
      ...uploadErrors,
    }),
  file: oc
    .route({
      method: 'GET',
      path: '/support-tickets/{id}/files/{replyId}',
      summary: 'A file of one of the caller’s tickets',
    })
    .input(byId.extend({ replyId: z.uuid() }))
    .output(ticketFile)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  markRead: oc
    .route({
      method: 'POST',
      path: '/support-tickets/{id}/read',
      summary: 'Record that the caller has read a ticket',
    })
    .input(byId)
    .output(z.object({ done: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  typing: oc
    .route({
      method: 'POST',
      path: '/support-tickets/{id}/typing',
      summary: 'Show the other side for a few seconds that the caller is typing',
    })
    .input(byId)
    .output(z.object({ done: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
  rate: oc
    .route({
      method: 'POST',
      path: '/support-tickets/{id}/rating',
      summary: 'Rate a resolved ticket',
    })
    .input(byId.extend({ rating: z.int().min(1).max(5) }))
    .output(supportTicket)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TICKET_CHANGED')),
};
