import type { DeskPresence, DeskTicket } from '@mare/contract/support/desk-tickets.ts';
import { can } from '@mare/domain/accounts/permissions.ts';
import {
  api,
  limitRate,
  type Principal,
  type RequestContext,
  requirePermission,
} from '../../platform/http/api.ts';
import { once } from '../../platform/http/idempotency/once.ts';
import { countTickets, findDeskTicket, selectQueue, selectStaff, selectTags } from './desk.queries.ts';
import { readDeskMetrics } from './read-desk-metrics.ts';
import { setTicketPriority } from './actions/set-ticket-priority.ts';
import { selectReplies } from '../support.queries.ts';
import { readTicketFile } from '../files/ticket-files.ts';
import { readWhatsAppWindow } from '../inbound/answer-by-whatsapp.ts';
import { TYPING_PER_USER } from '../limits.ts';
import { markReadByDesk } from '../mark-read.ts';
import { signalDeskTyping } from '../signal-ticket.ts';
import { recordDataAccess } from '../../activity-log/record-data-access.ts';
import { readDeskRules } from '../../settings/read-desk-rules.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectPresent, setPresence } from '../assignment/presence.ts';
import { actOnTicket } from './actions/act-on-ticket.ts';
import { addTicketNote } from './actions/add-ticket-note.ts';
import { answerTicket } from './actions/answer-ticket.ts';
import { assignTicket } from './actions/assign-ticket.ts';
import { attachToAnswer } from './actions/attach-to-answer.ts';
import { type Agent, type DeskResult, DONE } from './actions/desk-action.ts';
import { mergeTicketInto } from './actions/merge-tickets.ts';
import { deleteQuickReply, saveQuickReply, selectQuickReplies } from './quick-replies.ts';
import { setTicketStatus } from './actions/set-ticket-status.ts';
import { writeToPerson } from './actions/write-to-person.ts';

const PAGE_SIZE = 20;

const { desk } = api;

const agentOf = ({ principal, ipAddress }: { principal: Principal; ipAddress: string }): Agent => ({
  userId: principal.userId,
  ipAddress,
});

/**
 * Logs that personal data was read.
 * @returns the updated ticket
 * @throws the error code of a failed action
 */
async function respond(
  context: Pick<RequestContext, 'platform' | 'ipAddress'> & { principal: Principal },
  id: string,
  errors: { NOT_FOUND(): Error; TICKET_CLOSED?(): Error; TICKET_CHANGED?(): Error },
  outcome: DeskResult,
): Promise<DeskTicket> {
  const { platform } = context;
  if (!outcome.ok && outcome.code === 'CLOSED' && errors.TICKET_CLOSED) throw errors.TICKET_CLOSED();
  if (!outcome.ok && outcome.code === 'CHANGED' && errors.TICKET_CHANGED) throw errors.TICKET_CHANGED();
  const [ticket, replies] = await Promise.all([
    findDeskTicket(platform.db, id, platform.clock.now()),
    selectReplies(platform.db, id),
  ]);
  if (!outcome.ok || !ticket) throw errors.NOT_FOUND();
  await recordDataAccess(context, 'ticket', id);
  const { requesterId: userId } = ticket;
  const until = await readWhatsAppWindow(platform.db, platform, { ticketId: id, userId });
  const isOpen = until !== null && until > platform.clock.now();
  return { ...ticket, whatsAppUntil: isOpen ? until.toISOString() : null, replies };
}

async function readPresence({ db, clock }: Platform, userId: string): Promise<DeskPresence> {
  const [agents, { assignment }] = await Promise.all([selectPresent(db, clock.now()), readDeskRules(db)]);
  return {
    isPresent: agents.some(({ id }) => id === userId),
    present: agents.map(({ name }) => name ?? 'Sem nome'),
    assigns: assignment !== 'none',
  };
}

export const deskRoutes = {
  presence: desk.presence.use(requirePermission('answer-tickets')).handler(({ context }) => {
    return readPresence(context.platform, context.principal.userId);
  }),

  setPresence: desk.setPresence
    .use(requirePermission('answer-tickets'))
    .handler(async ({ input, context }) => {
      const { userId } = context.principal;
      await setPresence(context.platform, userId, input.isPresent);
      return readPresence(context.platform, userId);
    }),

  queue: desk.queue.use(requirePermission('answer-tickets')).handler(async ({ input, context }) => {
    const { userId, role } = context.principal;
    const { db, clock } = context.platform;
    const now = clock.now();
    const [{ tickets, total }, metrics, tags, staff] = await Promise.all([
      selectQueue(db, input, { callerId: userId, now, pageSize: PAGE_SIZE }),
      countTickets(db, now),
      selectTags(db),
      selectStaff(db, can(role, 'list-contacts')),
    ]);
    return { tickets, total, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)), ...metrics, tags, staff };
  }),

  ticket: desk.ticket.use(requirePermission('answer-tickets')).handler(({ input, context, errors }) => {
    return respond(context, input.id, errors, { ok: true });
  }),

  assign: desk.assign.use(requirePermission('answer-tickets')).handler(async ({ input, context, errors }) => {
    const agent = agentOf(context);
    const { id: ticketId, assigneeId } = input;
    const done = await assignTicket(context.platform, agent, { ticketId, assigneeId });
    return respond(context, ticketId, errors, done);
  }),

  answer: desk.answer
    .use(requirePermission('answer-tickets'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const agent = agentOf(context);
      const { id: ticketId, message } = input;
      const done = await answerTicket(context.platform, agent, { ticketId, message });
      return respond(context, ticketId, errors, done);
    }),

  attach: desk.attach
    .use(requirePermission('answer-tickets'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const { id: ticketId, file } = input;
      const bytes = new Uint8Array(await file.arrayBuffer());
      const sent = await attachToAnswer(context.platform, agentOf(context), {
        ticketId,
        name: file.name,
        bytes,
      });
      if (!sent.ok && sent.code !== 'NOT_FOUND' && sent.code !== 'CLOSED' && sent.code !== 'CHANGED')
        throw errors[sent.code]();
      return respond(context, ticketId, errors, sent);
    }),

  file: desk.file.use(requirePermission('answer-tickets')).handler(async ({ input, context, errors }) => {
    const file = await readTicketFile(context.platform.db, input.id, input.replyId);
    if (!file) throw errors.NOT_FOUND();
    await recordDataAccess(context, 'ticket', input.id);
    return file;
  }),

  markRead: desk.markRead
    .use(requirePermission('answer-tickets'))
    .handler(async ({ input, context, errors }) => {
      if (!(await markReadByDesk(context.platform, input.id))) throw errors.NOT_FOUND();
      return { done: true as const };
    }),

  typing: desk.typing.use(requirePermission('answer-tickets')).handler(async ({ input, context, errors }) => {
    const { userId } = context.principal;
    limitRate(context, errors, TYPING_PER_USER, userId);
    if (!(await signalDeskTyping(context.platform, input.id, userId))) throw errors.NOT_FOUND();
    return { done: true as const };
  }),

  open: desk.open
    .use(requirePermission('answer-tickets'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const opened = await writeToPerson(context.platform, agentOf(context), input);
      if (!opened.ok) throw errors.NOT_FOUND();
      return respond(context, opened.ticketId, errors, DONE);
    }),

  merge: desk.merge.use(requirePermission('answer-tickets')).handler(async ({ input, context, errors }) => {
    const { id: ticketId, fromId } = input;
    const done = await mergeTicketInto(context.platform, agentOf(context), { ticketId, fromId });
    return respond(context, ticketId, errors, done);
  }),

  act: desk.act.use(requirePermission('answer-tickets')).handler(async ({ input, context, errors }) => {
    const { id: ticketId, ...acts } = input;
    const agent = { ...agentOf(context), role: context.principal.role };
    const done = await actOnTicket(context.platform, agent, { ticketId, ...acts });
    if (done.ok) return respond(context, ticketId, errors, done);
    switch (done.code) {
      case 'FORBIDDEN':
        throw errors.NOT_ADMIN();
      case 'INCOMPLETE':
        throw errors.REPLY_INCOMPLETE();
      case 'AGENT_LEFT':
      case 'TOO_MANY_TAGS':
        throw errors[done.code]();
      default:
        return respond(context, ticketId, errors, { ok: false, code: done.code });
    }
  }),

  addNote: desk.addNote
    .use(requirePermission('answer-tickets'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const agent = agentOf(context);
      const { id: ticketId, note } = input;
      const done = await addTicketNote(context.platform, agent, { ticketId, note });
      return respond(context, ticketId, errors, done);
    }),

  setStatus: desk.setStatus
    .use(requirePermission('answer-tickets'))
    .handler(async ({ input, context, errors }) => {
      const agent = agentOf(context);
      const { id: ticketId, status } = input;
      const done = await setTicketStatus(context.platform, agent, { ticketId, status });
      return respond(context, ticketId, errors, done);
    }),

  setPriority: desk.setPriority
    .use(requirePermission('answer-tickets'))
    .handler(async ({ input, context, errors }) => {
      const agent = agentOf(context);
      const { id: ticketId, priority } = input;
      const done = await setTicketPriority(context.platform, agent, { ticketId, priority });
      return respond(context, ticketId, errors, done);
    }),

  quickReplies: desk.quickReplies
    .use(requirePermission('answer-tickets'))
    .handler(({ context }) => selectQuickReplies(context.platform.db)),

  saveQuickReply: desk.saveQuickReply
    .use(requirePermission('answer-tickets'))
    .handler(async ({ input, context, errors }) => {
      const saved = await saveQuickReply(context.platform, context.admin, input);
      if (!saved.ok) throw saved.code === 'AGENT_LEFT' ? errors.AGENT_LEFT() : errors.REPLY_INCOMPLETE();
      return selectQuickReplies(context.platform.db);
    }),

  deleteQuickReply: desk.deleteQuickReply
    .use(requirePermission('answer-tickets'))
    .handler(async ({ input, context, errors }) => {
      if (!(await deleteQuickReply(context.platform, context.admin, input.id))) throw errors.NOT_FOUND();
      return selectQuickReplies(context.platform.db);
    }),

  metrics: desk.metrics.use(requirePermission('view-desk-metrics')).handler(({ input, context }) => {
    return readDeskMetrics(context.platform, input.days);
  }),
};
