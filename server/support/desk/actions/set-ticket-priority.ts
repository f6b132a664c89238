import { type Selectable, sql, type Transaction } from 'kysely';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import { PRIORITIES, responseDue, type TicketPriority } from '@mare/domain/support/response-due.ts';
import { isSettled, type TicketStatus } from '@mare/domain/support/ticket-state.ts';
import { type Agent, type DeskDeps, recordDeskAction, type DeskResult } from './desk-action.ts';

/** Sets the priority. A pending answer gets a new due time, counted from the unanswered message. */
export function setTicketPriority(
  desk: DeskDeps,
  agent: Agent,
  { ticketId, priority }: { ticketId: string; priority: TicketPriority },
): Promise<DeskResult> {
  return desk.db.transaction().execute(async (trx) => {
    const ticket = await trx
      .selectFrom('supportTickets')
      .selectAll()
      .where('id', '=', ticketId)
      .forUpdate()
      .executeTakeFirst();
    if (!ticket) return { ok: false, code: 'NOT_FOUND' };
    if (isSettled(ticket.status as TicketStatus)) return { ok: false, code: 'CHANGED' };
    if (ticket.priority === priority) return { ok: true };
    const slaResponseDue = await dueByPriority(trx, ticket, priority);
    await trx
      .updateTable('supportTickets')
      .set({ priority, slaResponseDue, updatedAt: desk.clock.now() })
      .where('id', '=', ticketId)
      .execute();
    const before = ticket.priority as TicketPriority;
    await recordDeskAction(desk, trx, agent, ticketId, {
      action: 'prioritise-ticket',
      description: `Mudou a prioridade do ticket “${ticket.subject}” de ${lowerCaseLabel(before)} para ${lowerCaseLabel(priority)}.`,
      details: {
        before: { priority: before, slaResponseDue: ticket.slaResponseDue },
        after: { priority, slaResponseDue },
      },
    });
    return { ok: true };
  });
}

/** A pending answer is due by the priority, counted from the unanswered message; otherwise nothing changes. */
export async function dueByPriority(
  trx: Transaction<DB>,
  ticket: Pick<
    Selectable<SupportTickets>,
    'id' | 'createdAt' | 'fromDesk' | 'awaitingAnswer' | 'slaResponseDue'
  >,
  priority: TicketPriority,
): Promise<Date> {
  return ticket.awaitingAnswer ? responseDue(await askedAt(trx, ticket), priority) : ticket.slaResponseDue;
}

function lowerCaseLabel(priority: TicketPriority): string {
  return PRIORITIES[priority].label.toLowerCase();
}

/** Time of the author's first unanswered message. */
async function askedAt(
  trx: Transaction<DB>,
  { id, createdAt, fromDesk }: Pick<Selectable<SupportTickets>, 'id' | 'createdAt' | 'fromDesk'>,
): Promise<Date> {
  const { rows } = await sql<{ askedAt: Date | null }>`
    select min(created_at) as asked_at from support_replies
     where ticket_id = ${id} and not from_desk
       and created_at > greatest(${fromDesk ? createdAt : null}::timestamptz,
         (select max(created_at) from support_replies where ticket_id = ${id} and from_desk))`.execute(trx);
  return rows[0]?.askedAt ?? createdAt;
}
