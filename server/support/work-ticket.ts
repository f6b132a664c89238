/** What the desk does to a ticket: assign, answer, note, move on. Each in one transaction, in the activity log. */
import { sql, type Transaction } from 'kysely';
import type { TicketStatus } from '@mare/contract/support/support.ts';
import type { DB } from '@mare/database/schema.ts';
import { isSettled, ticketMovesTo } from '@mare/domain/support/ticket-state.ts';
import { recordActivity } from '../notifications/record-activity.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { Platform } from '../platform/platform.ts';
import { SEND_TICKET_MAIL } from './send-ticket-mail.job.ts';

export type Desk = Pick<Platform, 'db' | 'jobs' | 'clock' | 'random'>;

/** Who does it, and from where. */
export interface Colleague {
  userId: string;
  address: string;
}

export type WorkOutcome = { ok: true } | { ok: false; code: 'not_found' | 'closed' | 'changed' };

const DONE: WorkOutcome = { ok: true };
const NOT_FOUND: WorkOutcome = { ok: false, code: 'not_found' };

/** Assigning sets it in progress, whatever it was (spec: community, section 4); taking it from somebody does not. */
export function assignTicket(
  desk: Desk,
  colleague: Colleague,
  { ticketId, assigneeId }: { ticketId: string; assigneeId: string | null },
): Promise<WorkOutcome> {
  return desk.db.transaction().execute(async (trx) => {
    const assignee = assigneeId && (await findColleague(trx, assigneeId));
    if (assigneeId && !assignee) return NOT_FOUND;
    const updatedAt = desk.clock.now();
    const ticket = await trx
      .updateTable('supportTickets')
      .set({
        assignedTo: assigneeId,
        updatedAt,
        ...(assigneeId && { status: 'in_progress', resolvedAt: null }),
      })
      .where('id', '=', ticketId)
      .returning('subject')
      .executeTakeFirst();
    if (!ticket) return NOT_FOUND;
    await logWork(desk, trx, colleague, ticketId, {
      action: assignee ? 'assign-ticket' : 'unassign-ticket',
      description: assignee
        ? `Atribuiu o ticket “${ticket.subject}” a ${assignee.name}.`
        : `Deixou o ticket “${ticket.subject}” sem responsável.`,
      details: { after: { assignedTo: assigneeId } },
    });
    return DONE;
  });
}

/** The answer goes to the thread, the bell and by mail; to a visitor by mail alone. */
export function answerTicket(
  desk: Desk,
  colleague: Colleague,
  { ticketId, message }: { ticketId: string; message: string },
): Promise<WorkOutcome> {
  return desk.db.transaction().execute(async (trx) => {
    const now = desk.clock.now();
    const ticket = await trx
      .updateTable('supportTickets')
      .set((eb) => ({
        updatedAt: now,
        awaitingAnswer: false,
        firstAnsweredAt: eb.fn.coalesce('firstAnsweredAt', eb.val(now)),
        answeredInTime: eb.fn.coalesce('answeredInTime', sql<boolean>`sla_response_due >= ${now}`),
        assignedTo: eb.fn.coalesce('assignedTo', eb.val(colleague.userId)),
        status: sql<string>`case when status in ('open', 'escalated') then 'in_progress' else status end`,
      }))
      .where('id', '=', ticketId)
      .where('status', '!=', 'closed')
      .returning(['subject', 'userId'])
      .executeTakeFirst();
    if (!ticket) return (await exists(trx, ticketId)) ? { ok: false, code: 'closed' } : NOT_FOUND;
    const id = desk.random.uuid();
    await trx
      .insertInto('supportReplies')
      .values({ id, ticketId, authorId: colleague.userId, fromDesk: true, message, createdAt: now })
      .execute();
    await logWork(desk, trx, colleague, ticketId, {
      action: 'answer-ticket',
      description: `Respondeu o ticket “${ticket.subject}”.`,
    });
    await desk.jobs.enqueue(trx, SEND_TICKET_MAIL, { ticketId, kind: 'answered', replyId: id });
    await tell(desk, trx, ticket, `ticket-answered:${id}`, 'Seu ticket foi respondido', ticketId);
    return DONE;
  });
}

/** For colleagues alone. */
export function addTicketNote(
  desk: Desk,
  colleague: Colleague,
  { ticketId, note }: { ticketId: string; note: string },
): Promise<WorkOutcome> {
  return desk.db.transaction().execute(async (trx) => {
    const ticket = await trx
      .selectFrom('supportTickets')
      .select(['userId', 'subject'])
      .where('id', '=', ticketId)
      .executeTakeFirst();
    if (!ticket) return NOT_FOUND;
    await trx
      .insertInto('customerInteractions')
      .values({
        userId: ticket.userId,
        interactionType: 'support_note',
        interactionData: JSON.stringify({ ticket_id: ticketId, note, added_by: colleague.userId }),
        source: 'admin_panel',
        createdAt: desk.clock.now(),
      })
      .execute();
    await logWork(desk, trx, colleague, ticketId, {
      action: 'note-on-ticket',
      description: `Anotou no ticket “${ticket.subject}”.`,
    });
    return DONE;
  });
}

/** Resolved and closed stamp `resolved_at`; coming back from them takes it off. */
export function setTicketStatus(
  desk: Desk,
  colleague: Colleague,
  { ticketId, status }: { ticketId: string; status: TicketStatus },
): Promise<WorkOutcome> {
  return desk.db.transaction().execute(async (trx) => {
    const now = desk.clock.now();
    const ticket = await trx
      .updateTable('supportTickets')
      .set((eb) => ({
        status,
        updatedAt: now,
        resolvedAt: isSettled(status) ? eb.fn.coalesce('resolvedAt', eb.val(now)) : null,
      }))
      .where('id', '=', ticketId)
      .where('status', 'in', ticketMovesTo(status))
      .returning(['subject', 'userId'])
      .executeTakeFirst();
    if (!ticket) return (await exists(trx, ticketId)) ? { ok: false, code: 'changed' } : NOT_FOUND;
    await logWork(desk, trx, colleague, ticketId, {
      action: 'move-ticket',
      description: `Mudou o ticket “${ticket.subject}” para ${STATUS_NAMES[status]}.`,
      details: { after: { status } },
    });
    if (status === 'resolved') {
      const occasion = `ticket-resolved:${ticketId}:${now.getTime()}`;
      await desk.jobs.enqueue(trx, SEND_TICKET_MAIL, { ticketId, kind: 'resolved', occasion });
      await tell(desk, trx, ticket, occasion, 'Seu ticket foi resolvido', ticketId);
    }
    return DONE;
  });
}

const STATUS_NAMES: Record<TicketStatus, string> = {
  open: 'Aberto',
  in_progress: 'Em Andamento',
  resolved: 'Resolvido',
  closed: 'Encerrado',
  escalated: 'Escalado',
};

function findColleague(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('profiles')
    .select('name')
    .where('id', '=', id)
    .where('role', 'in', ['support', 'admin'])
    .executeTakeFirst();
}

async function exists(trx: Transaction<DB>, ticketId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('supportTickets')
    .select('id')
    .where('id', '=', ticketId)
    .executeTakeFirst();
  return row !== undefined;
}

/** What was done to a ticket, by whom and from where. */
export function logWork(
  desk: Desk,
  trx: Transaction<DB>,
  { userId, address }: Colleague,
  ticketId: string,
  what: { action: string; description: string; details?: Record<string, unknown> },
): Promise<void> {
  const entity = { entityType: 'ticket', entityId: ticketId };
  return recordActivity(trx, desk, { userId, ipAddress: address, ...entity, ...what });
}

async function tell(
  desk: Desk,
  trx: Transaction<DB>,
  { userId, subject }: { userId: string | null; subject: string },
  occasion: string,
  title: string,
  ticketId: string,
): Promise<void> {
  if (!userId) return;
  const data = { href: `/suporte?ticket=${ticketId}` };
  await sendNotification(trx, desk, { userId, type: 'info', title, message: subject, data, occasion });
}
