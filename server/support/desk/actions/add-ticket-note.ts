import { recordSupportNote } from '../../../personalization/record-support-note.ts';
import {
  type Agent,
  type DeskDeps,
  DONE,
  recordDeskAction,
  NOT_FOUND,
  type DeskResult,
} from './desk-action.ts';

/** Adds a note visible to staff only. */
export function addTicketNote(
  desk: DeskDeps,
  agent: Agent,
  { ticketId, note }: { ticketId: string; note: string },
): Promise<DeskResult> {
  return desk.db.transaction().execute(async (trx) => {
    const ticket = await trx
      .selectFrom('supportTickets')
      .select(['userId', 'subject'])
      .where('id', '=', ticketId)
      .executeTakeFirst();
    if (!ticket) return NOT_FOUND;
    await recordSupportNote(trx, {
      userId: ticket.userId,
      data: { ticket_id: ticketId, note, added_by: agent.userId },
      createdAt: desk.clock.now(),
    });
    await recordDeskAction(desk, trx, agent, ticketId, {
      action: 'note-on-ticket',
      description: `Anotou no ticket “${ticket.subject}”.`,
    });
    return DONE;
  });
}
