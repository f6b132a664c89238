import { oc } from '@orpc/contract';
import { z } from 'zod';
import { trimmedText, writtenText } from '../plain-text.ts';
import { rowVersion } from '../row-version.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import { ticketFile, ticketPriority, ticketStatus, ticketUpload, uploadErrors } from './support.ts';
import {
  deskTicket,
  queueFilter,
  deskQueue,
  deskMetrics,
  ticketActs,
  quickReply,
  deskPresence,
} from './desk-tickets.ts';

const byId = z.object({ id: z.uuid() });
const staffOnly = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');
const onTicket = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND');

export const desk = {
  presence: oc
    .route({ method: 'GET', path: '/desk/presence', summary: 'Read who gets new tickets now' })
    .output(deskPresence)
    .errors(staffOnly),
  setPresence: oc
    .route({
      method: 'PUT',
      path: '/desk/presence',
      summary: 'Get new tickets in turn for three minutes, or none',
    })
    .input(z.object({ isPresent: z.boolean() }))
    .output(deskPresence)
    .errors(staffOnly),
  queue: oc
    .route({ method: 'GET', path: '/desk/tickets', summary: 'The support queue, most urgent first' })
    .input(queueFilter)
    .output(deskQueue)
    .errors(staffOnly),
  ticket: oc
    .route({ method: 'GET', path: '/desk/tickets/{id}', summary: 'A ticket with its thread and notes' })
    .input(byId)
    .output(deskTicket)
    .errors(onTicket),
  assign: oc
    .route({ method: 'POST', path: '/desk/tickets/{id}/assignee', summary: 'Assign a ticket' })
    .input(byId.extend({ assigneeId: z.uuid().nullable() }))
    .output(deskTicket)
    .errors({ ...onTicket, ...pickErrors('TICKET_CHANGED') }),
  answer: withIdempotencyKey
    .route({ method: 'POST', path: '/desk/tickets/{id}/replies', summary: 'Answer a ticket' })
    .input(byId.extend({ message: writtenText(5000) }))
    .output(deskTicket)
    .errors({ ...onTicket, ...pickErrors('TICKET_CLOSED') }),
  attach: withIdempotencyKey
    .route({ method: 'POST', path: '/desk/tickets/{id}/files', summary: 'Answer with a photo or a PDF' })
    .input(byId.extend({ file: ticketUpload }))
    .output(deskTicket)
    .errors({ ...onTicket, ...pickErrors('TICKET_CLOSED'), ...uploadErrors }),
  file: oc
    .route({ method: 'GET', path: '/desk/tickets/{id}/files/{replyId}', summary: 'A file of a ticket' })
    .input(byId.extend({ replyId: z.uuid() }))
    .output(ticketFile)
    .errors(onTicket),
  markRead: oc
    .route({ method: 'POST', path: '/desk/tickets/{id}/read', summary: 'Record that the desk has read it' })
    .input(byId)
    .output(z.object({ done: z.literal(true) }))
    .errors(onTicket),
  typing: oc
    .route({
      method: 'POST',
      path: '/desk/tickets/{id}/typing',
      summary: 'Show the other side for a few seconds that the desk is typing',
    })
    .input(byId)
    .output(z.object({ done: z.literal(true) }))
    .errors({ ...onTicket, ...pickErrors('TOO_MANY_REQUESTS') }),
  open: withIdempotencyKey
    .route({ method: 'POST', path: '/desk/tickets', summary: 'Write to a person, also about an order' })
    .input(
      z.object({
        userId: z.uuid(),
        /** One of the person's orders. */
        orderId: z.uuid().nullable(),
        subject: writtenText(200),
        message: writtenText(5000),
      }),
    )
    .output(deskTicket)
    .errors(onTicket),
  merge: oc
    .route({
      method: 'POST',
      path: '/desk/tickets/{id}/merge',
      summary: 'Move the messages of another ticket of the same person into this one',
    })
    .input(byId.extend({ fromId: z.uuid() }))
    .output(deskTicket)
    .errors({ ...onTicket, ...pickErrors('TICKET_CHANGED') }),
  act: oc
    .route({
      method: 'POST',
      path: '/desk/tickets/{id}/acts',
      summary: 'Answer a ticket and change it, all or nothing, as a macro does',
    })
    .input(
      byId.extend({
        version: rowVersion,
        /** Empty: no answer is sent. */
        message: trimmedText(5000),
        acts: ticketActs,
        /** Macro that was used, for the activity log. */
        macroId: z.uuid().nullable(),
      }),
    )
    .output(deskTicket)
    .errors({
      ...onTicket,
      ...pickErrors('TICKET_CLOSED', 'TICKET_CHANGED', 'AGENT_LEFT', 'REPLY_INCOMPLETE', 'TOO_MANY_TAGS'),
    }),
  addNote: withIdempotencyKey
    .route({ method: 'POST', path: '/desk/tickets/{id}/notes', summary: 'Add an internal note' })
    .input(byId.extend({ note: writtenText(2000) }))
    .output(deskTicket)
    .errors(onTicket),
  setStatus: oc
    .route({ method: 'POST', path: '/desk/tickets/{id}/status', summary: 'Change the status of a ticket' })
    // Only the escalation job escalates tickets.
    .input(byId.extend({ status: ticketStatus.exclude(['escalated']) }))
    .output(deskTicket)
    .errors({ ...onTicket, ...pickErrors('TICKET_CHANGED') }),
  setPriority: oc
    .route({
      method: 'POST',
      path: '/desk/tickets/{id}/priority',
      summary: 'Change the priority of a ticket',
    })
    .input(byId.extend({ priority: ticketPriority }))
    .output(deskTicket)
    .errors({ ...onTicket, ...pickErrors('TICKET_CHANGED') }),
  quickReplies: oc
    .route({
      method: 'GET',
      path: '/desk/quick-replies',
      summary: 'Quick replies and macros of the team, by title',
    })
    .output(z.array(quickReply))
    .errors(staffOnly),
  saveQuickReply: oc
    .route({ method: 'PUT', path: '/desk/quick-replies/{id}', summary: 'Add or change a quick reply' })
    .input(byId.extend({ title: writtenText(80), body: trimmedText(5000), acts: ticketActs.default({}) }))
    .output(z.array(quickReply))
    .errors({ ...staffOnly, ...pickErrors('REPLY_INCOMPLETE', 'AGENT_LEFT') }),
  deleteQuickReply: oc
    .route({ method: 'DELETE', path: '/desk/quick-replies/{id}', summary: 'Delete a quick reply' })
    .input(byId)
    .output(z.array(quickReply))
    .errors(onTicket),
  metrics: oc
    .route({ method: 'GET', path: '/desk/metrics', summary: 'Metrics of the desk' })
    .input(z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }))
    .output(deskMetrics)
    .errors(staffOnly),
};
