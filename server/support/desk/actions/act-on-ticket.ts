import type { Selectable, Transaction } from 'kysely';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import type { Role } from '@mare/domain/accounts/permissions.ts';
import {
  type ActedTicket,
  isOneAgent,
  mayAct,
  planActs,
  type TicketActs,
} from '@mare/domain/support/macro.ts';
import { hasOpenVariables } from '@mare/domain/support/quick-reply.ts';
import { PRIORITIES, type TicketPriority } from '@mare/domain/support/response-due.ts';
import { TICKET_CATEGORIES, type TicketCategory } from '@mare/domain/support/ticket-category.ts';
import { isSettled, TICKET_STATES, type TicketStatus } from '@mare/domain/support/ticket-state.ts';
import { sendTicketMailJob } from '../../send-ticket-mail.job.ts';
import { addAnswer } from './answer-ticket.ts';
import { findAgent } from './assign-ticket.ts';
import {
  type Agent,
  type DeskDeps,
  type DeskResult,
  DONE,
  NOT_FOUND,
  notifyRequester,
  recordDeskAction,
} from './desk-action.ts';
import { dueByPriority } from './set-ticket-priority.ts';

interface ActsOnTicket {
  ticketId: string;
  /** Version of the ticket that the agent saw. */
  version: number;
  /** Empty: no answer is sent. */
  message: string;
  /** Acts as previewed, even if the macro was changed since. */
  acts: TicketActs;
  macroId: string | null;
}

export type ActResult =
  | DeskResult
  | { ok: false; code: 'FORBIDDEN' | 'INCOMPLETE' | 'AGENT_LEFT' | 'TOO_MANY_TAGS' };

/** Answers a ticket and changes it in one transaction. Optimistic locking: rejected if the ticket changed since it was read. */
export function actOnTicket(
  desk: DeskDeps,
  agent: Agent & { role: Role },
  { ticketId, version, message, acts, macroId }: ActsOnTicket,
): Promise<ActResult> {
  return desk.db.transaction().execute(async (trx): Promise<ActResult> => {
    if (!mayAct(agent.role, acts)) return { ok: false, code: 'FORBIDDEN' };
    if (hasOpenVariables(message)) return { ok: false, code: 'INCOMPLETE' };
    const ticket = await trx
      .selectFrom('supportTickets')
      .selectAll()
      .where('id', '=', ticketId)
      .forUpdate()
      .executeTakeFirst();
    if (!ticket) return NOT_FOUND;
    if (ticket.version !== version) return { ok: false, code: 'CHANGED' };
    // The ticket was merged: agents continue in the other one.
    if (ticket.mergedInto) return { ok: false, code: 'CLOSED' };
    const isAnswering = message !== '';
    const before = toActed(ticket);
    const plan = planActs(before, acts, { agentId: agent.userId, isAnswering });
    if (!plan.ok) return { ok: false, code: PROBLEMS[plan.problem] };
    if (isOneAgent(acts.assignee) && !(await findAgent(trx, acts.assignee)))
      return { ok: false, code: 'AGENT_LEFT' };
    const resolves = plan.after.status === 'resolved' && before.status !== 'resolved';
    if (isAnswering) await addAnswer(desk, trx, agent, { ticketId, message, resolves });
    await change(desk, trx, { ticket, after: plan.after, isAnswering });
    await recordDeskAction(desk, trx, agent, ticketId, {
      action: 'act-on-ticket',
      description: await describe(trx, { before, after: plan.after, subject: ticket.subject, macroId }),
      details: { macro: macroId, before, after: plan.after },
    });
    if (resolves) await notifyOfResolution(desk, trx, ticket, isAnswering);
    return DONE;
  });
}

const PROBLEMS = { CLOSED: 'CLOSED', STATUS: 'CHANGED', TAGS: 'TOO_MANY_TAGS' } as const;

function toActed({ status, priority, category, assignedTo, tags }: Selectable<SupportTickets>): ActedTicket {
  return {
    status: status as TicketStatus,
    priority: priority as TicketPriority,
    category: category as TicketCategory | null,
    assigneeId: assignedTo,
    tags,
  };
}

async function change(
  { clock }: DeskDeps,
  trx: Transaction<DB>,
  {
    ticket,
    after,
    isAnswering,
  }: { ticket: Selectable<SupportTickets>; after: ActedTicket; isAnswering: boolean },
): Promise<void> {
  const now = clock.now();
  const { status, priority, category, assigneeId, tags } = after;
  // An answer was already measured against its deadline.
  const isWaiting = ticket.awaitingAnswer && !isAnswering;
  await trx
    .updateTable('supportTickets')
    .set({
      status,
      priority,
      category,
      tags: [...tags],
      assignedTo: assigneeId,
      slaResponseDue:
        priority === ticket.priority
          ? ticket.slaResponseDue
          : await dueByPriority(trx, { ...ticket, awaitingAnswer: isWaiting }, priority),
      resolvedAt: isSettled(status) ? (ticket.resolvedAt ?? now) : null,
      closedUnresolved: closesUnresolved(ticket, status),
      updatedAt: now,
    })
    .where('id', '=', ticket.id)
    .execute();
}

function closesUnresolved(before: Selectable<SupportTickets>, status: TicketStatus): boolean {
  if (status !== 'closed') return false;
  return before.status === 'closed' ? before.closedUnresolved : !isSettled(before.status as TicketStatus);
}

/** Notifies the author. An answer already has its own mail, so only a change without a response sends one. */
async function notifyOfResolution(
  desk: DeskDeps,
  trx: Transaction<DB>,
  ticket: Selectable<SupportTickets>,
  isAnswering: boolean,
): Promise<void> {
  const key = `ticket-resolved:${ticket.id}:${desk.clock.now().getTime()}`;
  if (!isAnswering)
    await desk.jobs.enqueue(trx, sendTicketMailJob, {
      ticketId: ticket.id,
      kind: 'resolved',
      deduplicationKey: key,
    });
  await notifyRequester(desk, trx, ticket, key, 'Seu ticket foi resolvido', ticket.id);
}

/** Describes the change in words that the activity search can find. */
async function describe(
  trx: Transaction<DB>,
  {
    before,
    after,
    subject,
    macroId,
  }: { before: ActedTicket; after: ActedTicket; subject: string; macroId: string | null },
): Promise<string> {
  const macro = macroId
    ? await trx.selectFrom('supportQuickReplies').select('title').where('id', '=', macroId).executeTakeFirst()
    : undefined;
  const assignee =
    after.assigneeId === null
      ? undefined
      : await trx.selectFrom('profiles').select('name').where('id', '=', after.assigneeId).executeTakeFirst();
  const changes = [
    before.status !== after.status && `situação ${TICKET_STATES[after.status].label}`,
    before.priority !== after.priority && `prioridade ${PRIORITIES[after.priority].label}`,
    before.category !== after.category && after.category && `assunto ${TICKET_CATEGORIES[after.category]}`,
    before.assigneeId !== after.assigneeId && `responsável ${assignee?.name ?? 'ninguém'}`,
    before.tags.join() !== after.tags.join() && `etiquetas ${after.tags.join(', ') || 'nenhuma'}`,
  ].filter(Boolean);
  const action = macro ? `Usou a macro “${macro.title}” no ticket` : 'Mudou o ticket';
  return `${action} “${subject}”${changes.length > 0 ? `: ${changes.join('; ')}` : ''}.`;
}
