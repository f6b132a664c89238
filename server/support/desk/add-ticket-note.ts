import { type Colleague, type Desk, DONE, logWork, NOT_FOUND, type WorkOutcome } from './desk-work.ts';

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
