import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pageNumber } from '../list-page.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import {
  contactSubject,
  supportTicket,
  ticketPriority,
  ticketReply,
  ticketStatus,
  writtenText,
} from './support.ts';

const agent = z.object({ id: z.uuid(), name: z.string() });

export const deskEntry = supportTicket.extend({
  updatedAt: z.iso.datetime(),
  /** The desk has to answer by `slaResponseDue`. */
  awaitingAnswer: z.boolean(),
  overdue: z.boolean(),
  requesterName: z.string(),
  requesterEmail: z.string(),
  /** Subject of the contact form; null for users with an account. */
  contactSubject: contactSubject.nullable(),
  assignee: agent.nullable(),
});
export type DeskEntry = z.infer<typeof deskEntry>;

export const deskTicket = deskEntry.extend({
  /** Null for visitors. */
  requesterId: z.uuid().nullable(),
  requesterPhone: z.string().nullable(),
  /** What the author chose; null for visitors and tickets from before. */
  wishedPriority: ticketPriority.nullable(),
  firstAnsweredAt: z.iso.datetime().nullable(),
  replies: z.array(ticketReply),
  /** Visible to staff only. */
  notes: z.array(
    z.object({ id: z.int(), note: z.string(), authorName: z.string(), createdAt: z.iso.datetime() }),
  ),
});
export type DeskTicket = z.infer<typeof deskTicket>;

/** `active`: neither resolved nor closed. */
export const queueStatus = z.enum(['active', 'all', ...ticketStatus.options]);
export type QueueStatus = z.infer<typeof queueStatus>;

export const queueFilter = z.object({
  status: queueStatus.default('active'),
  priority: z.enum(['all', ...ticketPriority.options]).default('all'),
  assigned: z.enum(['all', 'mine', 'nobody']).default('all'),
  /** Part of a subject, a message, a name or an e-mail. */
  search: plainText(100).default(''),
  /** 1-based. */
  page: pageNumber,
});

export const deskQueue = z.object({
  tickets: z.array(deskEntry).max(20),
  total: z.int(),
  pages: z.int(),
  /** Tickets by status. */
  counts: z.record(ticketStatus, z.int()),
  overdue: z.int(),
  /** Possible assignees. */
  staff: z.array(agent),
});
export type DeskQueue = z.infer<typeof deskQueue>;

export const deskMetrics = z.object({
  opened: z.int(),
  answered: z.int(),
  /** First answers within the promised time, percent of the answered tickets. */
  inTimePercent: z.number().nullable(),
  /** Wall-clock minutes from opening to the first answer. */
  medianAnswerMinutes: z.number().nullable(),
  slowAnswerMinutes: z.number().nullable(),
  resolved: z.int(),
  medianResolutionMinutes: z.number().nullable(),
  averageRating: z.number().nullable(),
  /** Number of ratings 1, 2, 3, 4 and 5. */
  ratings: z.array(z.int()).length(5),
  /** Tickets opened by hour of the day in Maceió, from midnight. */
  byHour: z.array(z.int()).length(24),
  byDay: z.array(z.object({ day: z.iso.date(), opened: z.int(), resolved: z.int() })),
});
export type DeskMetrics = z.infer<typeof deskMetrics>;

const byId = z.object({ id: z.uuid() });
const staffOnly = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');
const onTicket = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND');

export const desk = {
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
    .errors(onTicket),
  answer: oc
    .route({ method: 'POST', path: '/desk/tickets/{id}/replies', summary: 'Answer a ticket' })
    .input(byId.extend({ message: writtenText(5000) }))
    .output(deskTicket)
    .errors({ ...onTicket, ...pickErrors('TICKET_CLOSED') }),
  addNote: oc
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
  metrics: oc
    .route({ method: 'GET', path: '/desk/metrics', summary: 'Metrics of the desk' })
    .input(z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }))
    .output(deskMetrics)
    .errors(staffOnly),
};
