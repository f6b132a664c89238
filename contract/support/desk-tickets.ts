/** What the support desk reads and changes. */
import { z } from 'zod';
import { pageNumber } from '../list-page.ts';
import { plainText, writtenText } from '../plain-text.ts';
import { MAX_TAG_LENGTH, MAX_TICKET_TAGS } from '@mare/domain/support/macro.ts';
import { TICKET_CATEGORY_NAMES } from '@mare/domain/support/ticket-category.ts';
import {
  contactSubject,
  supportTicket,
  ticketChannel,
  ticketOrder,
  ticketPriority,
  ticketReply,
  ticketStatus,
} from './support.ts';

const agent = z.object({ id: z.uuid(), name: z.string() });

export const deskEntry = supportTicket.extend({
  updatedAt: z.iso.datetime(),
  /** Waits for an agent's answer, due at `slaResponseDue`. */
  awaitingAnswer: z.boolean(),
  overdue: z.boolean(),
  requesterName: z.string(),
  /** Subject of the contact form; null for users with an account. */
  contactSubject: contactSubject.nullable(),
  assignee: agent.nullable(),
  /** Category: set by the desk, otherwise chosen by the author. */
  category: z.enum(TICKET_CATEGORY_NAMES),
  tags: z.array(z.string()),
});
export type DeskEntry = z.infer<typeof deskEntry>;

export const deskTicket = deskEntry.extend({
  /** Incremented by every change except reading and rating. */
  version: z.int(),
  /** Null for visitors. */
  requesterId: z.uuid().nullable(),
  /** Where answers are mailed; empty if there is no address. */
  requesterEmail: z.string(),
  requesterPhone: z.string().nullable(),
  /** Category chosen by the author; null for visitors and older tickets. */
  wishedPriority: ticketPriority.nullable(),
  firstAnsweredAt: z.iso.datetime().nullable(),
  order: ticketOrder.nullable(),
  /** An agent wrote the first message. */
  fromDesk: z.boolean(),
  /** Channel of the first message. */
  channel: ticketChannel,
  /** When the author last read the thread. */
  authorReadAt: z.iso.datetime().nullable(),
  /** Answers go by WhatsApp until this time; null: by mail. */
  whatsAppUntil: z.iso.datetime().nullable(),
  /** Closed without being resolved: `resolvedAt` is then when it was closed. */
  closedUnresolved: z.boolean(),
  /** The ticket that contains its messages after a merge. */
  mergedInto: z.uuid().nullable(),
  /** Other tickets of the same person, newest first, at most ten. */
  otherTickets: z.array(supportTicket.pick({ id: true, subject: true, status: true, createdAt: true })),
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
  /** Empty: with any or none. */
  tag: plainText(MAX_TAG_LENGTH).default(''),
  /** Part of a subject, any message, a tag, a name or an e-mail. */
  search: plainText(100).default(''),
  /** 1-based. */
  page: pageNumber,
});

/** The latest message of a thread. An answer may be a file without words. */
const latestMessage = z.object({ text: z.string(), fromDesk: z.boolean() });

export const queuedTicket = deskEntry.extend({ latestMessage });
export type QueuedTicket = z.infer<typeof queuedTicket>;

export const deskQueue = z.object({
  tickets: z.array(queuedTicket).max(20),
  total: z.int(),
  pages: z.int(),
  /** Tickets by status. Resolved and closed ones count up to one more than `SETTLED_COUNTED`. */
  counts: z.record(ticketStatus, z.int()),
  overdue: z.int(),
  /** Tags in use, by name. */
  tags: z.array(z.string()),
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

const tag = writtenText(MAX_TAG_LENGTH);

/** Actions on a ticket besides the reply (domain/support/macro.ts). */
export const ticketActs = z.object({
  // Only the escalation job escalates tickets.
  status: ticketStatus.exclude(['escalated']).optional(),
  priority: ticketPriority.optional(),
  category: z.enum(TICKET_CATEGORY_NAMES).optional(),
  assignee: z.union([z.literal(['me', 'nobody']), z.uuid()]).optional(),
  addTags: z.array(tag).max(MAX_TICKET_TAGS).optional(),
  removeTags: z.array(tag).max(MAX_TICKET_TAGS).optional(),
});

/**
 * A saved reply text, with the variables of domain/support/quick-reply.ts; with actions, a macro. A macro may have no
 * text.
 */
export const quickReply = z.object({
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  acts: ticketActs,
});
export type QuickReply = z.infer<typeof quickReply>;

/** Whether the caller gets new tickets in turn now. */
export const deskPresence = z.object({
  isPresent: z.boolean(),
  /** Names of all those present. */
  present: z.array(z.string()),
  /** Whether the shop assigns new tickets at all. */
  assigns: z.boolean(),
});
export type DeskPresence = z.infer<typeof deskPresence>;
