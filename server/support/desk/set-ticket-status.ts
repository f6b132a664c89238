import { type DeskMove, isSettled, TICKET_STATES, ticketMovesTo } from '@mare/domain/support/ticket-state.ts';
import { sendTicketMailJob } from '../send-ticket-mail.job.ts';
import {
  type Colleague,
  type Desk,
  DONE,
  logWork,
  missed,
  tellWriter,
  type WorkOutcome,
} from './desk-work.ts';

/** Resolved and closed stamp `resolved_at`; coming back from them takes it off. */
export function setTicketStatus(
  desk: Desk,
  colleague: Colleague,
  { ticketId, status }: { ticketId: string; status: DeskMove },
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
    if (!ticket) return missed(trx, ticketId, 'changed');
    await logWork(desk, trx, colleague, ticketId, {
      action: 'move-ticket',
      description: `Mudou o ticket “${ticket.subject}” para ${TICKET_STATES[status].label}.`,
      details: { after: { status } },
    });
    if (status === 'resolved') {
      const occasion = `ticket-resolved:${ticketId}:${now.getTime()}`;
      await desk.jobs.enqueue(trx, sendTicketMailJob, { ticketId, kind: 'resolved', occasion });
      await tellWriter(desk, trx, ticket, occasion, 'Seu ticket foi resolvido', ticketId);
    }
    return DONE;
  });
}
