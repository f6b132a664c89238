import { sql } from 'kysely';
import { type DeskMove, isSettled, TICKET_STATES, ticketMovesTo } from '@mare/domain/support/ticket-state.ts';
import { sendTicketMailJob } from '../../send-ticket-mail.job.ts';
import {
  type Agent,
  type DeskDeps,
  DONE,
  recordDeskAction,
  explainNoMatch,
  notifyRequester,
  type DeskResult,
} from './desk-action.ts';

/** Sets the status. Resolving or closing sets `resolved_at`; reopening clears it. */
export function setTicketStatus(
  desk: DeskDeps,
  agent: Agent,
  { ticketId, status }: { ticketId: string; status: DeskMove },
): Promise<DeskResult> {
  return desk.db.transaction().execute(async (trx) => {
    const now = desk.clock.now();
    const ticket = await trx
      .updateTable('supportTickets')
      .set((eb) => ({
        status,
        updatedAt: now,
        resolvedAt: isSettled(status) ? eb.fn.coalesce('resolvedAt', eb.val(now)) : null,
        closedUnresolved: status === 'closed' ? sql<boolean>`resolved_at is null` : false,
      }))
      .where('id', '=', ticketId)
      .where('status', 'in', ticketMovesTo(status))
      // A merged ticket has no messages; agents work in the other one.
      .where('mergedInto', 'is', null)
      .returning(['subject', 'userId'])
      .executeTakeFirst();
    if (!ticket) return explainNoMatch(trx, ticketId, 'CHANGED');
    await recordDeskAction(desk, trx, agent, ticketId, {
      action: 'move-ticket',
      description: `Mudou o ticket “${ticket.subject}” para ${TICKET_STATES[status].label}.`,
      details: { after: { status } },
    });
    if (status === 'resolved') {
      const deduplicationKey = `ticket-resolved:${ticketId}:${now.getTime()}`;
      await desk.jobs.enqueue(trx, sendTicketMailJob, { ticketId, kind: 'resolved', deduplicationKey });
      await notifyRequester(desk, trx, ticket, deduplicationKey, 'Seu ticket foi resolvido', ticketId);
    }
    return DONE;
  });
}
